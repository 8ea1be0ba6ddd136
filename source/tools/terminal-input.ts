import {resolve} from 'node:path';
import {failed} from '../events/failure.ts';
import type {HostId, TerminalId} from '../events/ids.ts';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {type Refusal, refuse, type TerminalInfo} from '../terminal/terminal.ts';
import {checkPattern, type TextPattern} from '../terminal/text-scanner.ts';
import type {WaitConditions, Woke} from '../terminal/wait-conditions.ts';
import {clamp} from './clamp.ts';
import {withHome} from './resolved-path.ts';
import type {ToolContext} from './tool.ts';

/** Reads the arguments that all calls about terminals have in common. */

export const waitForSchema: JsonObject = {
	type: 'object',
	description:
		'Wait until any of these is true instead of polling. The program ending always ends the wait.',
	properties: {
		exit: {type: 'boolean', description: 'A program has ended (with several sessions: any).'},
		text: {type: 'string', description: 'This literal text is printed.'},
		regex: {type: 'string', description: 'Text that this JavaScript regular expression matches.'},
		quiet_ms: {type: 'integer', description: 'No output for so long.', minimum: 1},
		prompt: {type: 'boolean', description: 'The program waits for input.'},
		handed_back: {
			type: 'boolean',
			description: 'The person, who has the keyboard, has handed it back.',
		},
		bytes: {type: 'integer', description: 'So many new bytes.', minimum: 1},
		session_ids: {
			type: 'array',
			items: {type: 'integer'},
			description: 'Other sessions to wait for at the same time.',
		},
	},
};

export const tokensMaxSchema: JsonObject = {
	type: 'integer',
	description: 'Most tokens of output to return; beginning and end are kept. Default 10000.',
};

export const sessionIdSchema: JsonObject = {
	type: 'integer',
	description: 'The session_id that unified_exec returned.',
};

export const hostSchema: JsonObject = {
	type: 'string',
	description:
		'On which machine, as hop_list names it. Default: the current host; "local" is this one.',
};

const tokensDefault = 10_000;
const tokensMin = 100;
const tokensMax = 50_000;

export function tokensOf(input: JsonObject): number {
	return clamp(input['max_output_tokens'], {
		fallback: tokensDefault,
		min: tokensMin,
		max: tokensMax,
	});
}

/** The host that the call names; otherwise the current one. */
export function namedHost({host}: JsonObject, current: HostId): HostId {
	return typeof host === 'string' && host !== '' && host !== 'current' ? (host as HostId) : current;
}

export function workdirOf(input: JsonObject, context: ToolContext): string {
	const folder = input['workdir'];
	return typeof folder === 'string' && folder !== ''
		? resolve(context.cwd, withHome(folder, context))
		: context.cwd;
}

/** Finds a terminal by its id. The user's terminals are not found until the user shares them. */
export function findTerminal(
	id: unknown,
	{terminals}: ToolContext,
): {readonly ok: true; readonly terminal: TerminalInfo} | Refusal {
	const terminal = terminals.get(String(id) as TerminalId);
	return terminal !== null && isVisible(terminal)
		? {ok: true, terminal}
		: refuse('unknown_session', 'not-found', unknownMessage(id, terminals.list()));
}

/** Returns the host on which the session was opened, whichever host the call names. */
export function sessionHost(input: JsonObject, {terminals}: ToolContext): HostId | null {
	return terminals.get(String(input['session_id']) as TerminalId)?.host ?? null;
}

export function isVisible(terminal: TerminalInfo): boolean {
	return terminal.isShared && !terminal.isReported;
}

function unknownMessage(id: unknown, all: readonly TerminalInfo[]): string {
	const open = all.filter(isVisible).map(terminal => `${terminal.id} (${terminal.title})`);
	return `There is no session ${String(id)}; it ended and was reported, was closed, or never was. Open: ${open.join(', ') || 'none'}.`;
}

export type WaitWishes =
	| {
			readonly ok: true;
			readonly conditions: WaitConditions | null;
			readonly others: readonly TerminalId[];
	  }
	| (Omit<Refusal, 'code'> & {readonly code: string});

/** Reads `wait_for`. Returns null if the call has no such argument. */
export function readWaitFor(input: JsonObject, context: ToolContext): WaitWishes {
	const wishes = input['wait_for'];
	if (!isJsonObject(wishes)) {
		return {ok: true, conditions: null, others: []};
	}
	const pattern = patternOf(wishes);
	if (typeof pattern === 'string') {
		return {ok: false, code: 'invalid_arguments', failure: failed('bad-input', pattern)};
	}
	const others: TerminalId[] = [];
	for (const id of Array.isArray(wishes['session_ids']) ? wishes['session_ids'] : []) {
		const found = findTerminal(id, context);
		if (!found.ok) {
			return found;
		}
		others.push(found.terminal.id);
	}
	return {
		ok: true,
		others,
		conditions: {
			exit: wishes['exit'] === true,
			prompt: wishes['prompt'] === true,
			handedBack: wishes['handed_back'] === true,
			...(pattern !== null && {text: pattern}),
			...(typeof wishes['quiet_ms'] === 'number' && {quietMs: wishes['quiet_ms']}),
			...(typeof wishes['bytes'] === 'number' && {bytes: wishes['bytes']}),
		},
	};
}

function patternOf(wishes: JsonObject): TextPattern | string | null {
	const {text, regex} = wishes;
	if (typeof text === 'string' && text !== '') {
		return {type: 'literal', text};
	}
	if (typeof regex !== 'string' || regex === '') {
		return null;
	}
	const pattern: TextPattern = {type: 'regex', source: regex, flags: 'mu'};
	try {
		checkPattern(pattern);
		return pattern;
	} catch (error) {
		return `"wait_for.regex" is not a regular expression: ${String(error)}`;
	}
}

const progressEveryMs = 5000;

/** Waits, and reports progress every few seconds. */
export async function waitReporting(
	{terminals, clock, signal, progress}: ToolContext,
	{
		ids,
		conditions,
		deadlineMs,
	}: {ids: readonly TerminalId[]; conditions: WaitConditions; deadlineMs: number},
): Promise<Woke> {
	const startedAt = clock.elapsed();
	const ticker = clock.every(progressEveryMs, () => {
		const seconds = Math.round((clock.elapsed() - startedAt) / 1000);
		const unread = terminals.get(ids[0]!)?.unreadBytes ?? 0;
		progress(`waiting for terminal ${ids.join(', ')}: ${seconds} s, ${unread} bytes of new output`);
	});
	try {
		return (await terminals.wait(ids, {conditions, deadlineMs, signal})) ?? {type: 'deadline'};
	} finally {
		ticker.cancel();
	}
}
