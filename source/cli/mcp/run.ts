import type {CliCall, CliContext} from '../context.ts';
import {refusedToStart, whyNotStart} from '../unread-settings.ts';

type Action = {
	readonly usage: string;
	readonly words: readonly [min: number, max: number];
	readonly run: (call: CliCall, cli: CliContext) => Promise<number>;
};

/** The actions of `agent-tui mcp` on configured MCP servers, by the first word. */
const actions: Readonly<Record<string, Action>> = {
	list: {
		usage: 'list [--server NAME] [--json]',
		words: [0, 0],
		run: async (call, cli) => (await import('./list.ts')).listServers(call, cli),
	},
	call: {
		usage: "call SERVER TOOL ['{…}'|-]",
		words: [2, 3],
		run: async (call, cli) => (await import('./call.ts')).callServer(call, cli),
	},
	add: {
		usage: 'add NAME [--env N=V] -- COMMAND…, or add NAME [--header "N: V"] URL',
		words: [1, Number.POSITIVE_INFINITY],
		run: async (call, cli) => (await import('./change.ts')).addServer(call, cli),
	},
	import: {
		usage: 'import [claude|codex|gemini|opencode|vscode] [--write] [--yes]',
		words: [0, 1],
		run: async (call, cli) => (await import('./import.ts')).importServers(call, cli),
	},
	remove: {
		usage: 'remove NAME',
		words: [1, 1],
		run: async (call, cli) => (await import('./change.ts')).removeServer(call, cli),
	},
	test: {
		usage: 'test NAME',
		words: [1, 1],
		run: async (call, cli) => (await import('./test.ts')).testServer(call, cli),
	},
	trust: {
		usage: 'trust [--yes]',
		words: [0, 0],
		run: async (call, cli) => (await import('./trust.ts')).trustServers(call, cli),
	},
	login: {
		usage: 'login NAME [--scope SCOPES]',
		words: [1, 1],
		run: async (call, cli) => (await import('./login.ts')).logIn(call, cli),
	},
	logout: {
		usage: 'logout NAME',
		words: [1, 1],
		run: async (call, cli) => (await import('./login.ts')).logOut(call, cli),
	},
};

export async function runMcpClient(call: CliCall, cli: CliContext): Promise<number> {
	const [word = '', ...given] = call.words;
	const action = actions[word];
	if (action === undefined || given.length < action.words[0] || given.length > action.words[1]) {
		cli.complain(`agent-tui: use it as: agent-tui mcp ${action?.usage ?? 'list'}\n`);
		return 2;
	}
	const why = whyNotStart(cli.folders.config, `mcp ${word}`);
	if (why !== null) {
		cli.complain(why);
		return refusedToStart;
	}
	return action.run(call, cli);
}
