import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import {tokenVariable} from '../../source/cli/use/clients.ts';
import type {ClientName} from '../../source/cli/use/command.ts';
import {capturedFront} from '../cli/front.ts';
import {fileMaker} from '../helpers/file-maker.ts';
import {
	claudeCode,
	codex,
	geminiCli,
	installPackage,
	opencode,
	type Place,
	qwenCode,
	type RealClient,
	runClient,
} from '../helpers/real-clients.ts';
import {startUpstream} from '../helpers/scripted-upstream.ts';
import {chatProvider, startProxy} from '../proxy/start-proxy.ts';

type Used = Omit<RealClient, 'set'> & {
	/** What it needs besides, in a place without a network and without a person. */
	readonly more?: Readonly<Record<string, string>>;
	/** A file of its own that is there before. */
	readonly before?: readonly [name: string, text: string];
};

const opencodeOwn =
	'{\n  // mine\n  "autoupdate": false,\n  "permission": {"edit": "allow", "bash": "allow"},\n}\n';

const clients: Readonly<Record<ClientName, Used>> = {
	codex: {
		...codex,
		before: [
			'.codex/config.toml',
			'# mine\nmodel = "gpt-5.5"\n[model_providers.other]\nname = "other"\nbase_url = "http://127.0.0.1:9/v1"\n',
		],
	},
	claude: {
		...claudeCode,
		more: {CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', IS_SANDBOX: '1'},
		before: ['.claude/settings.json', '{"env": {"MINE": "1"}}'],
	},
	opencode: {
		...opencode,
		more: {OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1'},
		before: ['.config/opencode/opencode.jsonc', opencodeOwn],
	},
	qwen: {...qwenCode, arguments: prompt => ['--yolo', '-p', prompt]},
	pi: {
		package: '@mariozechner/pi-coding-agent',
		version: '0.73.1',
		program: 'pi',
		arguments: prompt => ['--offline', '-p', prompt],
	},
	continue: {
		package: '@continuedev/cli',
		version: '1.5.47',
		program: 'cn',
		arguments: prompt => ['--auto', '-p', prompt],
	},
	copilot: {
		package: '@github/copilot',
		version: '1.0.102',
		program: 'copilot',
		arguments: prompt => ['--allow-all-tools', '--no-auto-update', '-p', prompt],
	},
	gemini: {...geminiCli, before: ['.gemini/settings.json', '{"ui": {"theme": "mine"}}']},
};

test.for(Object.keys(clients) as ClientName[])(
	'%s works through the proxy with nothing but what `use` wrote, and the token in a variable',
	{timeout: 400_000},
	async (name, {skip}) => {
		const used = clients[name];
		const modules = await installPackage(used);
		skip(modules === null, 'the client can not be installed here');
		const upstream = await startUpstream();
		onTestFinished(upstream.close);
		const proxy = await startProxy({
			providers: [chatProvider(upstream.baseUrl, {models: ['m']})],
		});
		onTestFinished(() => proxy.close(0));
		upstream.always(fileMaker('does all as it should be').answer);
		const address = {url: proxy.url, token: proxy.token, model: 'default'};
		const client = {...used, set: (place: Place) => setByUse(name, place)};
		const ran = await runClient(client, {
			modules: modules!,
			address,
			prompt: 'Make the file made.txt.',
		});
		const made = join(ran.cwd, 'made.txt');
		expect(existsSync(made), ran.out.slice(-1500) + ran.err.slice(-1500)).toBe(true);
		expect(readFileSync(made, 'utf8')).toBe('made by a tool\n');
		expect(ran.code, ran.err.slice(-1500)).toBe(0);
	},
);

async function setByUse(name: ClientName, {home, address}: Place) {
	const {before, more} = clients[name];
	if (before) {
		mkdirSync(dirname(join(home, before[0])), {recursive: true});
		writeFileSync(join(home, before[0]), before[1]);
	}
	const port = new URL(address.url).port;
	const {cli, out, err} = capturedFront(home, {env: {HOME: home}});
	const isWritten = name !== 'copilot';
	const flags = ['--port', port, ...(isWritten ? ['--write', '--yes'] : [])];
	expect(await runCommand(['use', name, ...flags], cli)).toBe(0);
	const token = {[tokenVariable]: address.token, ...more};
	return {...token, ...exported(out() + err(), token)};
}

/** What a shell makes of the lines. */
function exported(lines: string, given: Readonly<Record<string, string>>) {
	return Object.fromEntries(
		[...lines.matchAll(/^\s*export (\w+)="(.*)"$/gm)].map(([, name, value]) => [
			name!,
			value!.replace(/\$(\w+)/g, (_, known: string) => given[known] ?? ''),
		]),
	);
}
