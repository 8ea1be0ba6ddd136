/**
 * Clients of other people, unmodified, each in a home of its own and with no way out but loopback.
 *
 *     const modules = await installPackage(codex);   // null, with the reason printed: no registry
 *     const ran = await runClient(codex, {modules, address, prompt: 'make a file'});
 *     ran.cwd; ran.code; ran.out; ran.err;
 */

import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {systemClock} from '../../source/platform/clock.ts';
import {takeLock} from '../../source/platform/lock.ts';
import {temporaryFolder} from './temporary-folder.ts';

export type RealClient = {
	readonly package: string;
	readonly version: string;
	/** What the package calls its program. */
	readonly program: string;
	/** How it is told to make one turn, without a person and without questions. */
	readonly arguments: (prompt: string) => readonly string[];
	/** Tells it where to ask, and returns the variables that it is started with. */
	readonly set: (place: Place) => Variables | Promise<Variables>;
};

export type Place = {readonly home: string; readonly address: Address};
type Variables = Readonly<Record<string, string>>;

export type Address = {readonly url: string; readonly token: string; readonly model: string};

export const codex: RealClient = {
	package: '@openai/codex',
	version: '0.169.0',
	program: 'codex',
	arguments: prompt => [
		'exec',
		'--skip-git-repo-check',
		'--dangerously-bypass-approvals-and-sandbox',
		'--json',
		prompt,
	],
	set: ({home, address: {url, token, model}}) => {
		const config = [
			`model = "${model}"`,
			'model_provider = "agent_tui"',
			'[model_providers.agent_tui]',
			'name = "agent-tui"',
			`base_url = "${url}/v1"`,
			'env_key = "AGENT_TUI_KEY"',
			'wire_api = "responses"',
		];
		mkdirSync(join(home, '.codex'));
		writeFileSync(join(home, '.codex/config.toml'), config.join('\n'));
		return {AGENT_TUI_KEY: token};
	},
};

export const claudeCode: RealClient = {
	package: '@anthropic-ai/claude-code',
	version: '2.1.327',
	program: 'claude',
	arguments: prompt => [
		'-p',
		prompt,
		'--permission-mode',
		'bypassPermissions',
		'--output-format',
		'stream-json',
		'--verbose',
	],
	set: ({address: {url, token, model}}) => ({
		ANTHROPIC_BASE_URL: url,
		ANTHROPIC_API_KEY: token,
		ANTHROPIC_MODEL: model,
		ANTHROPIC_SMALL_FAST_MODEL: model,
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		IS_SANDBOX: '1',
	}),
};

export const opencode: RealClient = opencodeOver('@ai-sdk/openai-compatible');
export const opencodeResponses: RealClient = opencodeOver('@ai-sdk/openai');

/** The package that speaks to the provider decides by which protocol. */
function opencodeOver(npm: string): RealClient {
	return {
		package: 'opencode-ai',
		version: '1.18.33',
		program: 'opencode',
		arguments: prompt => ['run', '--format', 'json', prompt],
		set: ({home, address: {url, token, model}}) => {
			const config = {
				provider: {
					agent_tui: {
						npm,
						name: 'agent-tui',
						options: {baseURL: `${url}/v1`, apiKey: token},
						models: {[model]: {name: model}},
					},
				},
				model: `agent_tui/${model}`,
				small_model: `agent_tui/${model}`,
				autoupdate: false,
				share: 'disabled',
				permission: {edit: 'allow', bash: 'allow'},
			};
			mkdirSync(join(home, '.config/opencode'), {recursive: true});
			writeFileSync(join(home, '.config/opencode/opencode.json'), JSON.stringify(config));
			return {OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1'};
		},
	};
}

export const qwenCode: RealClient = {
	package: '@qwen-code/qwen-code',
	version: '0.24.4',
	program: 'qwen',
	arguments: prompt => ['--auth-type', 'openai', '--yolo', '-p', prompt],
	set: ({address: {url, token, model}}) => ({
		OPENAI_BASE_URL: `${url}/v1`,
		OPENAI_API_KEY: token,
		OPENAI_MODEL: model,
	}),
};

export const geminiCli: RealClient = {
	package: '@google/gemini-cli',
	version: '0.61.0',
	program: 'gemini',
	arguments: prompt => ['--yolo', '--skip-trust', '-p', prompt],
	set: ({home, address: {url, token, model}}) => {
		const settings = {security: {auth: {selectedType: 'gemini-api-key'}}, model: {name: model}};
		mkdirSync(join(home, '.gemini'), {recursive: true});
		writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings));
		return {GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: token};
	},
};

const installMsMax = 240_000;

/** The folder of modules that has the package; null, loudly, when it can't be fetched. */
export async function installPackage({
	package: name,
	version,
}: Pick<RealClient, 'package' | 'version'>): Promise<string | null> {
	const folder = join(tmpdir(), 'agent-tui-test-clients', `${name.replace(/\W/g, '_')}-${version}`);
	const modules = join(folder, 'node_modules');
	const done = join(folder, 'installed');
	mkdirSync(folder, {recursive: true});
	const release = await lockFolder(folder);
	try {
		return existsSync(done) || (await install(`${name}@${version}`, {folder, done}))
			? modules
			: null;
	} finally {
		release();
	}
}

/** Several files of tests want the same package at the same time: one installs it. */
async function lockFolder(folder: string): Promise<() => void> {
	const clock = systemClock();
	for (;;) {
		const lock = takeLock(join(folder, 'lock'), clock);
		if (lock.status === 'taken') {
			return lock.release;
		}
		await clock.sleep(lookMs);
	}
}

const lookMs = 200;

async function install(
	wanted: string,
	{folder, done}: {readonly folder: string; readonly done: string},
): Promise<boolean> {
	const command = [
		'install',
		'--prefix',
		folder,
		'--no-audit',
		'--no-fund',
		'--fetch-retries=1',
		wanted,
	];
	const ran = await run('npm', command, {cwd: folder, env: process.env, msMax: installMsMax});
	if (ran.code === 0) {
		writeFileSync(done, '');
		return true;
	}
	console.log(`SKIPPED: ${wanted} can't be installed. ${ran.err.trim().slice(-400)}`);
	return false;
}

export type Ran = {readonly code: number | null; readonly out: string; readonly err: string};

const turnMsMax = 100_000;

/** One turn without a person, in an empty folder. */
export async function runClient(
	client: RealClient,
	{
		modules,
		address,
		prompt,
		makeFolder = temporaryFolder,
	}: {modules: string; address: Address; prompt: string; makeFolder?: () => string},
): Promise<Ran & {readonly cwd: string}> {
	const home = makeFolder();
	const cwd = makeFolder();
	const variables = await client.set({home, address});
	const ran = await run(join(modules, '.bin', client.program), client.arguments(prompt), {
		cwd,
		env: {...loopbackOnly(home), ...variables},
		msMax: turnMsMax,
	});
	return {...ran, cwd};
}

/** Whoever wants out is sent to a port where nobody listens. */
function loopbackOnly(home: string): Readonly<Record<string, string>> {
	const nowhere = 'http://127.0.0.1:9';
	return {
		HOME: home,
		PATH: process.env['PATH'] ?? '',
		LANG: 'C.UTF-8',
		TERM: 'dumb',
		HTTP_PROXY: nowhere,
		HTTPS_PROXY: nowhere,
		http_proxy: nowhere,
		https_proxy: nowhere,
		NO_PROXY: '127.0.0.1,localhost',
		no_proxy: '127.0.0.1,localhost',
	};
}

async function run(
	command: string,
	parameters: readonly string[],
	{cwd, env, msMax}: {cwd: string; env: NodeJS.ProcessEnv; msMax: number},
): Promise<Ran> {
	const child = execa(command, parameters, {
		...{cwd, env, extendEnv: false, detached: true, reject: false, stripFinalNewline: false},
		stdin: 'ignore',
	});
	// With all that it has started: these programs are wrappers of others.
	const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), msMax);
	const ran = await child;
	clearTimeout(limit);
	const said = ran.exitCode === undefined && ran.signal === undefined ? ran.message : ran.stderr;
	return {code: ran.exitCode ?? null, out: ran.stdout, err: String(said)};
}
