/** The clients of `agent-tui use`, told where to ask by nothing but what that has written. */

import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {runCommand} from '../../source/cli/run.ts';
import {clients, tokenVariable} from '../../source/cli/use/clients.ts';
import type {ClientName} from '../../source/cli/use/command.ts';
import {capturedFront} from '../cli/front.ts';
import {
	claudeCode,
	codex,
	geminiCli,
	opencode,
	type Place,
	qwenCode,
	type RealClient,
} from './real-clients.ts';

type Used = Omit<RealClient, 'set'> & {
	/** What it needs besides, in a place without a network and without a person. */
	readonly more?: Readonly<Record<string, string>>;
	/** A file of its own that is there before. */
	readonly before?: readonly [name: string, text: string];
};

const opencodeOwn =
	'{\n  // mine\n  "autoupdate": false,\n  "permission": {"edit": "allow", "bash": "allow"},\n}\n';

const used: Readonly<Record<ClientName, Used>> = {
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

/** Told by `use`, in a home of its own. */
export function usedClient(name: ClientName): RealClient {
	return {...used[name], set: (place: Place) => setByUse(name, place)};
}

async function setByUse(name: ClientName, {home, address}: Place) {
	const {before, more} = used[name];
	if (before) {
		mkdirSync(dirname(join(home, before[0])), {recursive: true});
		writeFileSync(join(home, before[0]), before[1]);
	}
	const port = new URL(address.url).port;
	const {cli, out, err} = capturedFront(home, {env: {HOME: home}});
	const isWritten = clients[name].files.length > 0;
	const flags = ['--port', port, ...(isWritten ? ['--write', '--yes'] : [])];
	if ((await runCommand(['use', name, ...flags], cli)) !== 0) {
		throw new Error(err());
	}
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
