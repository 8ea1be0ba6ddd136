import {act, type Plan, type PracticeRule, type RuleContext, ticked, unwrapped} from './rule.ts';

/** Rules for running commands, and for using terminals that run. */
export const terminalRules: readonly PracticeRule[] = [
	{
		name: 'run',
		examples: ['run git status', '$ date', 'execute `uname -a`'],
		pattern:
			/^(?:please\s+)?(?:\$\s*|(?:run|execute)\s*(?:this|the\s+(?:shell\s+)?command)?\s*:?\s+)(.+)$/is,
		plan: (found, view) => run(unwrapped(found[1]!), view),
	},
	{
		name: 'command',
		examples: ['ls', 'pwd', 'git status'],
		pattern: /^(?:ls(?:\s+-\S+)*|pwd|date|whoami|git\s+(?:status|log|diff|branch)\b.*)$/i,
		plan: ([command], view) => run(command, view),
	},
	{
		name: 'start',
		examples: ['start python', 'start node', 'start bash'],
		pattern: /^(?:please\s+)?(?:start|open|launch)\s+(?:a\s+|an\s+)?(python|node|bash|sh)/i,
		plan(found, {toolCaller}) {
			const command = interactive[found[1]!.toLowerCase()]!;
			return act(
				`I'll start ${ticked(command)} in a terminal.`,
				toolCaller.run(command, {tty: true}),
			);
		},
	},
	{
		name: 'compute',
		examples: ['compute 2+3', 'what is 6 * 7?'],
		pattern:
			/^(?:please\s+)?(?:compute|calculate|what(?:'s|’s| is))\s+([\d\s.()*/+-]*\d[\d\s.()*/+-]*?)\s*\??$/i,
		plan: (found, view) => compute(found[1]!.trim(), view),
	},
	{
		name: 'interrupt',
		examples: ['press ctrl-c', 'interrupt it'],
		pattern: /^(?:press\s+)?(?:ctrl|control)\s*[-+ ]\s*c$|^interrupt\b/i,
		plan: (_, view) => type(view, {chars: '\u0003', say: "I'll press Ctrl+C in the session."}),
	},
	{
		name: 'check',
		examples: ['check the session', 'look at the terminal'],
		pattern: /^(?:check|look at|watch|read|what does)\s+(?:the\s+)?(?:session|terminal)\b/i,
		plan: (_, view) => type(view, {chars: null, say: "I'll look at what the session says."}),
	},
	{
		name: 'close',
		examples: ['close the session', 'quit python'],
		pattern: /^(?:close|end|quit|exit|leave)\s+(?:the\s+)?(?:session|terminal|python|node|bash)\b/i,
		plan: (_, view) => close(view),
	},
	{
		name: 'type',
		examples: ['type print("hello")', 'send exit'],
		pattern: /^(?:type|send|enter)\s+(.+)$/is,
		plan(found, view) {
			const text = unwrapped(found[1]!);
			return type(view, {chars: `${text}\n`, say: `I'll type ${ticked(text)}.`});
		},
	},
	{
		name: 'wait',
		examples: ['wait 3 seconds'],
		pattern:
			/^(?:please\s+)?(?:wait|sleep)\s+(?:for\s+)?(\d{1,5}(?:\.\d+)?)\s*(?:s|sec|secs|seconds?)?$/i,
		plan: (found, view) => run(`sleep ${found[1]}`, view),
	},
	{
		name: 'fail',
		examples: ['fail'],
		pattern: /^(?:please\s+)?fail\b/i,
		plan: (_, {toolCaller}) =>
			act(
				"I'll run a command that fails on purpose.",
				toolCaller.run("sh -c 'echo this fails on purpose >&2; exit 3'"),
			),
	},
	{
		name: 'connect',
		examples: ['connect to user@host'],
		pattern: /^(?:please\s+)?(?:connect|hop|ssh)\s+(?:to\s+)?(\S+)$/i,
		plan: (found, view) => connect(unwrapped(found[1]!), view),
	},
	{
		name: 'fetch',
		examples: ['fetch https://example.org'],
		pattern: /^(?:please\s+)?(?:fetch|get|download|open)\s+(https?:\/\/\S+)$/i,
		plan: (found, {toolCaller}) => act(`I'll fetch ${found[1]}.`, toolCaller.fetch(found[1]!)),
	},
];

const interactive: Readonly<Record<string, string>> = {
	python: 'python3 -i',
	node: 'node -i',
	bash: 'bash -i',
	sh: 'sh -i',
};

function run(command: string, {toolCaller}: RuleContext): Plan {
	// “run the tests” names no command. To guess one would take a language model.
	if (/^(?:the|my|all|our|your|it|that|this)\b/i.test(command)) {
		return {
			say: `I can't tell which command that is: my rules take it word by word. Say for example \`run npm test\`.`,
		};
	}
	return act(`I'll run ${ticked(command)}.`, toolCaller.run(command));
}

function compute(sum: string, view: RuleContext): Plan | null {
	if (!/[*/+-]/.test(sum)) {
		return null;
	}
	return view.session === null
		? act(
				`I'll let Python compute ${ticked(sum)}.`,
				view.toolCaller.run(`python3 -c 'print(${sum})'`),
			)
		: type(view, {chars: `${sum}\n`, say: `I'll type ${ticked(sum)} into the session.`});
}

function type(
	{toolCaller, session}: RuleContext,
	{chars, say}: {readonly chars: string | null; readonly say: string},
): Plan {
	return session === null
		? {say: 'No session is running. Say `start python` first.'}
		: act(say, toolCaller.type(session, chars));
}

function close(view: RuleContext): Plan {
	const {toolCaller, session} = view;
	const call = session === null ? null : toolCaller.close(session);
	return call
		? {say: "I'll close the session.", call}
		: type(view, {chars: 'exit()\n', say: "I'll type `exit()`."});
}

function connect(host: string, {toolCaller}: RuleContext): Plan {
	const call = toolCaller.connect(host);
	return call
		? {say: `I'll connect to ${ticked(host)}.`, call}
		: {
				say: `I can't connect to ${ticked(host)}: connections to other machines come with the \`hop_connect\` tool, and it is not offered in this conversation.`,
			};
}
