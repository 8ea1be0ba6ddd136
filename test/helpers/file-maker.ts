import type {Asked} from './scripted-upstream.ts';

/**
 * A model that makes a file by a tool that the client offers, waits for the result, and says that
 * it is done; with the habits of the providers that we have met.
 */
export const habits = {
	'does all as it should be': {},
	'sends calls letter by letter': {crumbs: true},
	'calls twice on one index, says “stop” and counts nothing': {twice: true, stop: true},
	'thinks aloud, and gives each call the same id': {thinks: true, sameId: true},
	'leaves out ids and the last word': {noId: true, noDone: true},
	'writes its calls as text': {asText: true},
} as const satisfies Readonly<Record<string, Manner>>;

export type Habit = keyof typeof habits;

type Manner = {
	readonly crumbs?: boolean;
	readonly twice?: boolean;
	readonly stop?: boolean;
	readonly thinks?: boolean;
	readonly sameId?: boolean;
	readonly noId?: boolean;
	readonly noDone?: boolean;
	/** As models do whose server does not read their calls. */
	readonly asText?: boolean;
};

export type Body = Asked['body'];

export function fileMaker(habit: Habit, tool = anyShell) {
	const manner: Manner = habits[habit];
	let calls = 0;
	let answers = 0;
	return {
		answers: () => answers,
		answer(asked: Asked) {
			answers += 1;
			if (manner.thinks) {
				asked.think('Let me see.');
			}
			const call = tool(asked.body);
			const results = asked.body.messages.filter(({role}: Body) => role === 'tool');
			// One more than it needs: the turn goes on after the first results.
			if (!call || results.length >= 2 || answers > answersMax) {
				asked.say('All done here.');
				finish(asked, manner, 'stop');
				return;
			}
			for (const file of manner.twice ? ['made.txt', 'second.txt'] : ['made.txt']) {
				calls += 1;
				callTool(asked, {...call(file), manner, number: calls});
			}
			finish(asked, manner, manner.stop ? 'stop' : 'tool_calls');
		},
	};
}

/** A client that mixes up ids would ask for ever. */
const answersMax = 12;

/** How a call looks that makes a file; null where the client offers no tool for that. */
export type MakeCall = (
	body: Body,
) => ((file: string) => {readonly name: string; readonly given: object}) | null;

/** By the names under which clients offer a shell, and its arguments there. */
export const anyShell: MakeCall = ({tools = []}) => {
	const shell: Body = tools.find((tool: Body) => tool.function?.name in shells)?.function;
	if (!shell) {
		return null;
	}
	const known: object = shell.parameters.properties;
	return file => {
		const given = shells[shell.name]!(`printf 'made by a tool\\n' > ${file}`);
		const fitting = Object.entries(given).filter(([key]) => key in known);
		return {name: shell.name, given: Object.fromEntries(fitting)};
	};
};

const described = (command: string) => ({command, description: 'Makes a file'});

const shells: Readonly<Record<string, (command: string) => object>> = {
	exec_command: command => ({cmd: command}),
	Bash: described,
	bash: described,
	run_terminal_command: command => ({command}),
	run_shell_command: command => ({...described(command), is_background: false}),
	run: command => ({command}),
};

/** Codex's tool that takes free text; to a chat provider it is a function with one text. */
export const patch: MakeCall = ({tools = []}) =>
	tools.some((tool: Body) => tool.function?.name === 'apply_patch')
		? file => ({
				name: 'apply_patch',
				given: {
					input: `*** Begin Patch\n*** Add File: ${file}\n+made by a tool\n*** End Patch`,
				},
			})
		: null;

export function callTool(
	asked: Asked,
	{
		name,
		given,
		manner = {},
		number,
	}: {name: string; given: object; manner?: Manner; number: number},
): void {
	if (manner.asText) {
		asked.say(`I will.\n<tool_call>\n${JSON.stringify({name, arguments: given})}\n</tool_call>`);
		return;
	}
	const text = JSON.stringify(given);
	const id = manner.noId ? undefined : manner.sameId ? 'call_0' : `call_${number}`;
	const pieces = manner.crumbs ? ['', ...text] : [text];
	for (const [at, piece] of pieces.entries()) {
		const call =
			at === 0
				? {index: 0, id, type: 'function', function: {name, arguments: piece}}
				: {index: 0, function: {arguments: piece}};
		asked.chunk({choices: [{index: 0, delta: {tool_calls: [call]}, finish_reason: null}]});
	}
}

function finish(asked: Asked, {noDone, stop}: Manner, reason: string): void {
	if (noDone) {
		asked.chunk({choices: [{index: 0, delta: {}, finish_reason: reason}]});
		asked.end();
	} else {
		asked.finish(stop ? {reason, usage: null} : {reason});
	}
}
