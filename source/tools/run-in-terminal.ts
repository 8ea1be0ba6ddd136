import type {TerminalId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Woke} from '../terminal/wait-conditions.ts';
import {commandRisks} from './command-risks.ts';
import {answer, refusal} from './terminal-answer.ts';
import {hostSchema, tokensMaxSchema, tokensOf, waitReporting} from './terminal-input.ts';
import type {Tool, ToolContext} from './tool.ts';
import {commandProblem, refuseCommand} from './unified-exec.ts';

export const runInTerminal: Tool = {
	name: 'run_in_terminal',
	description:
		'Runs one command to its end, at most 300 s, and returns its output, status and outcome (exited, signalled, timeout, cancelled, or lost: the connection went, and whether it ran to its end is not known). With is_background it returns at once with pid and session_id. For anything interactive use unified_exec.',
	parameters: {
		type: 'object',
		properties: {
			command: {type: 'string', description: 'The command line.'},
			explanation: {type: 'string', description: 'One sentence for the person: what it is for.'},
			is_background: {type: 'boolean', description: 'Do not wait for its end. Default false.'},
			isBackground: {type: 'boolean', description: 'The same as is_background.'},
			max_output_tokens: tokensMaxSchema,
			host: hostSchema,
		},
		required: ['command', 'explanation'],
	},
	scope: () => 'shell',
	// The summary is exactly the command; the card names the machine elsewhere.
	summary: ({command}) => String(command),
	summaryHasLines: true,
	commandKey: 'command',
	exposure: ({command}, context) => commandRisks({line: String(command)}, context),
	hindrance: async ({command, explanation}) =>
		refuseCommand(inputProblem(String(command), explanation)),
	run,
};

const runMsMax = 300_000;
/** How long to wait for the first output or for an early exit. */
const backgroundMs = 500;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const {terminals, clock, call, cwd, host} = context;
	const startedAt = clock.elapsed();
	const command = String(input['command']);
	const refused = refuseCommand(inputProblem(command, input['explanation']));
	if (refused) {
		return refused;
	}
	const opened = await terminals.open({
		host,
		program: {type: 'shell', command, login: false},
		cwd,
		owner: 'model',
		call,
		signal: context.signal,
	});
	if (!opened.ok) {
		return refusal(opened);
	}
	const {id, pid} = opened.terminal;
	const isBackground = input['is_background'] === true || input['isBackground'] === true;
	const woke = await waitReporting(context, {
		ids: [id],
		conditions: {},
		deadlineMs: isBackground ? backgroundMs : runMsMax,
	});
	const ending = isBackground ? null : await endUnfinished(context, {id, woke});
	const isCut = ending !== null;
	const result = await answer(context, {
		terminal: id,
		woke,
		startedAt,
		tokensMax: tokensOf(input),
		...(ending?.hint !== undefined && {hint: ending.hint}),
	});
	return {
		status: 'ok',
		result: {
			...result,
			outcome: outcomeOf(result, {woke, isCut}),
			status: result['exit_code'] ?? null,
			pid,
			context: host === 'local' ? 'local' : 'remote',
			host,
			cwd,
			...(isCut && {reason: woke.type === 'aborted' ? 'aborted' : 'timeout'}),
		},
	};
}

/**
 * Returns the command's result in one word. `lost` means unknown: don't repeat such a command
 * blindly.
 */
function outcomeOf(
	{reason, signal, running}: JsonObject,
	{woke, isCut}: {woke: Woke; isCut: boolean},
): string {
	if (reason === 'lost') {
		return 'lost';
	}
	if (isCut) {
		return woke.type === 'aborted' ? 'cancelled' : 'timeout';
	}
	return running === true ? 'running' : typeof signal === 'string' ? 'signalled' : 'exited';
}

function inputProblem(command: string, explanation: unknown): string | null {
	return String(explanation).trim() === ''
		? '"explanation" is empty; say in one sentence what the command is for.'
		: (commandProblem(command)?.replace('"cmd"', '"command"') ?? null);
}

/** Ends a command that has not finished, since the model gets no id by which it could do so. */
async function endUnfinished(
	{terminals}: ToolContext,
	{id, woke}: {id: TerminalId; woke: Woke},
): Promise<{readonly hint?: string} | null> {
	if (terminals.get(id)?.ended !== null) {
		return null;
	}
	const ended = await terminals.end(id);
	if (!ended.ok && ended.code === 'unconfirmed') {
		// This tool's answer already says that the program was ended.
		return {};
	}
	const hint =
		woke.type === 'aborted'
			? 'The call was interrupted, and the command was ended with everything that it had started.'
			: `The command did not end within ${runMsMax / 1000} s and was ended with everything that it had started.`;
	return {hint};
}
