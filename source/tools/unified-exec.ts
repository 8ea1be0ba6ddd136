import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {clamp} from './clamp.ts';
import {commandRisks} from './command-risks.ts';
import {filesOf} from './files.ts';
import {pathAsWritten, readScope} from './resolved-path.ts';
import {inOneLine} from './summary.ts';
import {answer, refusal} from './terminal-answer.ts';
import {
	hostSchema,
	readWaitFor,
	tokensMaxSchema,
	tokensOf,
	waitForSchema,
	waitReporting,
	workdirOf,
} from './terminal-input.ts';
import type {Tool, ToolContext} from './tool.ts';

const description = `Runs a command in a terminal (a PTY) and returns its output so far. When it ends before yield_time_ms, that is the whole answer, with exit_code; otherwise session_id names the terminal that goes on running, for write_stdin (type, or wait for more), read_terminal and close_pty_session. Set wait_for to be woken when something happens instead of polling. A non-zero exit_code is not a failure of the call. Full-screen programs are answered with "screen".`;

export const unifiedExec: Tool = {
	name: 'unified_exec',
	aliases: ['exec_command'],
	description,
	parameters: {
		type: 'object',
		properties: {
			cmd: {type: 'string', description: 'The command line, as typed into a shell.'},
			workdir: {type: 'string', description: 'Folder to run it in. Default: the working folder.'},
			shell: {type: 'string', description: "Shell to use. Default: the user's."},
			login: {type: 'boolean', description: 'Run it in a login shell. Default false.'},
			tty: {type: 'boolean', description: 'Accepted; every command gets a terminal.'},
			yield_time_ms: {
				type: 'integer',
				description:
					'How long to wait for the end before returning with session_id. Default 10000, at most 30000; with wait_for 45000 and 300000.',
			},
			max_output_tokens: tokensMaxSchema,
			wait_for: waitForSchema,
			timeout_ms: {
				type: 'integer',
				description: 'End the program when it has run so long. Default: never.',
			},
			columns: {type: 'integer', description: 'Width of the terminal.'},
			rows: {type: 'integer', description: 'Height of the terminal.'},
			host: hostSchema,
		},
		required: ['cmd'],
	},
	scope: () => 'shell',
	summary: commandSummary,
	summaryHasLines: true,
	commandKey: 'cmd',
	exposure: ({cmd, shell, workdir, login}, context) =>
		commandRisks({line: String(cmd), shell, workdir, isLogin: login === true}, context),
	hindrance,
	run,
};

const commandBytesMax = 131_071;
const timeoutMsMin = 1000;
const timeoutMsMax = 86_400_000;
const yieldMs = {fallback: 10_000, min: 100, max: 30_000};
export const waitForMs = {fallback: 45_000, min: 100, max: 300_000};

/**
 * Returns the command with all arguments that change its effect, so that a rule for `ls` covers
 * only plain `ls`.
 */
function commandSummary(input: JsonObject): string {
	const {cmd, shell, workdir, login} = input;
	return [
		String(cmd),
		...(typeof shell === 'string' ? [`(with ${inOneLine(shell)})`] : []),
		...(typeof workdir === 'string' ? [`(in ${inOneLine(workdir)})`] : []),
		...(login === true ? ['(login shell)'] : []),
	].join(' ');
}

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const {terminals, clock, call} = context;
	const startedAt = clock.elapsed();
	const command = String(input['cmd']);
	const refused = refuseCommand(commandProblem(command));
	if (refused) {
		return refused;
	}
	const wishes = readWaitFor(input, context);
	if (!wishes.ok) {
		return refusal(wishes);
	}
	const {shell, columns, rows, timeout_ms: timeout} = input;
	const opened = await terminals.open({
		host: context.host,
		program: {
			type: 'shell',
			command,
			login: input['login'] === true,
			...(typeof shell === 'string' && {shell}),
		},
		cwd: workdirOf(input, context),
		owner: 'model',
		call,
		signal: context.signal,
		...(typeof columns === 'number' && typeof rows === 'number' && {size: {columns, rows}}),
		...(typeof timeout === 'number' && {
			timeoutMs: clamp(timeout, {fallback: timeoutMsMax, min: timeoutMsMin, max: timeoutMsMax}),
		}),
	});
	if (!opened.ok) {
		return refusal(opened);
	}
	const {id} = opened.terminal;
	const woke = await waitReporting(context, {
		ids: [id, ...wishes.others],
		conditions: wishes.conditions ?? {settled: true},
		deadlineMs: clamp(input['yield_time_ms'], wishes.conditions ? waitForMs : yieldMs),
	});
	return {
		status: 'ok',
		result: await answer(context, {terminal: id, woke, startedAt, tokensMax: tokensOf(input)}),
	};
}

/**
 * Returns why the command can't start or be waited for; null if it can. Called before the person is
 * asked.
 */
async function hindrance(input: JsonObject, context: ToolContext): Promise<Outcome | null> {
	const refused = refuseCommand(commandProblem(String(input['cmd'])));
	if (refused) {
		return refused;
	}
	const wishes = readWaitFor(input, context);
	return wishes.ok ? missingFolder(input['workdir'], context) : refusal(wishes);
}

/**
 * Returns a refusal if the folder does not exist. Looks only where reading needs no permission, so
 * that nothing about other places is revealed. If the folder can't be checked now, the start does
 * it.
 */
async function missingFolder(folder: unknown, context: ToolContext): Promise<Outcome | null> {
	const files = filesOf(context);
	const isNamed = typeof folder === 'string' && folder !== '';
	if (!isNamed || !files.ok || readScope(folder, context) !== null) {
		return null;
	}
	const {path, shown} = pathAsWritten(folder, context);
	const isThere = await files.value.exists(path, context).catch(() => true);
	const message = `There is no folder ${shown}, so nothing was run.`;
	return isThere ? null : refusal({code: 'workdir', failure: failed('not-found', message)});
}

export function refuseCommand(problem: string | null): Outcome | null {
	return problem === null
		? null
		: refusal({code: 'invalid_arguments', failure: failed('bad-input', problem)});
}

/**
 * Returns why the command can't be started; null if it can. The kernel limits the length of an
 * argument, and ends it at its first NUL.
 */
export function commandProblem(command: string): string | null {
	if (command.trim() === '') {
		return '"cmd" is empty; give the command to run.';
	}
	if (command.includes('\0')) {
		return '"cmd" holds a NUL character, which no command line can.';
	}
	return Buffer.byteLength(command) > commandBytesMax
		? `"cmd" is longer than ${commandBytesMax} bytes; write it to a file and run that.`
		: null;
}
