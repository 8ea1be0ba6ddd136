import {type CommandName, scopes} from './table.ts';

type CommandDetails = {readonly details?: string; readonly examples?: readonly string[]};

/**
 * The parts of a command's help that the summary lacks. They are in a file of their own, so that
 * they are loaded only for the help.
 */
export const commandDetails: {readonly [Name in CommandName]?: CommandDetails} = {
	exec: {
		details: `The final answer goes to stdout, progress to stderr. A prompt of "-" is read from stdin, and so is a missing one when something is piped in. Nobody is there to answer a card, so a call that would ask is denied, unless --allow or a rule allows its scope: ${scopes.slice(0, -1).join(', ')}, mcp:SERVER. --allow write and --allow shell reach no further than this folder, and --allow never goes past a rule that asks or denies, be it yours or built in. What can't be seen through in a command is not covered by --allow shell; in a sandbox where nothing of value can be reached, --allow shell,everything-in-this-sandbox covers that as well. With --json the last line is the result: answer, usage, cost, changed files and exit code. An answer that does not fit --output-schema is asked for again, twice at most; then the exit code is 1. With --detach it prints the session and ends at once: what --allow does not cover waits for you, and agent-tui attach shows it.`,
		examples: [
			'agent-tui exec "what is in this folder?" --allow shell',
			'git diff | agent-tui exec "what could break here?" -',
			'agent-tui exec --output-schema todo.schema.json -o todo.json "list the TODOs"',
		],
	},
	proxy: {
		details: 'AGENT_TUI_PROXY_TOKEN fixes its token; otherwise each start makes a new one.',
		examples: ['agent-tui proxy --port 4100'],
	},
	launch: {
		details:
			"Nothing is written into the other agent's own files: flags and environment tell it where the proxy is.",
		examples: ['agent-tui launch codex', 'agent-tui launch -- claude --continue'],
	},
	doctor: {details: 'Changes nothing. Exits with 1 if any check fails.'},
	logs: {examples: ['agent-tui logs --failures', 'agent-tui logs --follow --type tool']},
	replay: {
		details:
			'Runs nothing and asks nobody: model and tools are recordings, engine and proxy are real. The session must have been recorded with AGENT_TUI_DEBUG=1. Exits with 0 if all is identical, with 1 at the first difference.',
		examples: ['agent-tui replay 20261118'],
	},
	incidents: {
		details: 'Incidents are kept for seven days. The report holds facts and no conversation.',
	},
	config: {
		details:
			'A key is a path such as proxy.port or providers.0.model. A value is JSON, or a plain text; null takes the key out again, so that the default applies. The keys of providers are never printed.',
		examples: ['agent-tui config set theme light', 'agent-tui config get proxy'],
	},
	completion: {
		examples: [
			'eval "$(agent-tui completion bash)"    # in ~/.bashrc',
			'agent-tui completion fish > ~/.config/fish/completions/agent-tui.fish',
		],
	},
	sessions: {
		details:
			'Alone it lists them. With --waiting nothing is printed while none waits. An id may be given by its beginning. An export is Markdown or JSON, as the name of the file says. Deleting asks first, and needs --yes where nobody can answer.',
		examples: [
			'agent-tui sessions export 20261118 last-tuesday.md',
			'agent-tui sessions delete 20261118-174501-abcde --yes',
		],
	},
	stop: {
		details:
			'Without a name: the one of this folder. It ends in order, within 5 seconds; exits with 1 where it does not. An id may be given by its beginning.',
		examples: ['agent-tui stop deploy', 'agent-tui stop --all --now'],
	},
	attach: {
		details:
			'Without a name: the running session of this folder, else the newest that waits for you, else the newest.',
		examples: ['agent-tui attach', 'agent-tui attach --watch 20261118'],
	},
	mcp: {
		details: `Without a word another agent starts it and talks to it over stdin and stdout. All that do so in one folder share a session, which goes on when they are gone; agent-tui attach shows it, with the cards that wait. --http listens on this machine only and prints one line of JSON with url and token; AGENT_TUI_MCP_TOKEN fixes the token. list starts the servers of the settings and says what each has. call runs one tool without a question, as you named it yourself, but never against a rule that denies it; it exits with 1 where the tool failed. login prints the address to open; where the browser is on another machine, paste here the address that it was sent back to. trust shows the .mcp.json of this folder and asks whether its servers may be started; until then, and whenever the file changes, none is. A value may be \${env:NAME} or \${command:…}, so that no secret stands in the settings.`,
		examples: [
			'agent-tui mcp',
			'agent-tui mcp --session review',
			'agent-tui mcp add notes -- npx -y some-mcp-server ~/notes',
			'agent-tui mcp call notes search \'{"words": "tea"}\'',
		],
	},
	acp: {
		details:
			'The editor starts it. Its sessions go on when the editor is closed, agent-tui attach shows them too, and the first answer to a card counts. What an editor has to be told: agent-tui use zed|jetbrains|neovim.',
		examples: ['agent-tui use zed', 'agent-tui acp --model local/qwen3-coder'],
	},
	use: {
		details:
			'Alone it prints. With --write it shows the difference and asks; it keeps everything else in the file, and a copy of the old file beside it. Where nobody can answer, --write needs --yes. --model is the name that the client asks for: default, provider/model, or a route. No file holds the token: the client reads it from AGENT_TUI_PROXY_TOKEN. An editor needs no proxy: it starts agent-tui acp.',
		examples: [
			'agent-tui use codex',
			'agent-tui use zed --write',
			'agent-tui use opencode --model local/qwen3-coder --write',
		],
	},
};
