import {failed} from '../events/failure.ts';
import type {TerminalId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {keyBytes} from '../terminal/key-bytes.ts';
import type {TerminalInfo} from '../terminal/terminal.ts';
import type {WaitConditions} from '../terminal/wait-conditions.ts';
import {clamp} from './clamp.ts';
import {inOneLine} from './summary.ts';
import {answer, refusal} from './terminal-answer.ts';
import {
	findTerminal,
	readWaitFor,
	sessionHost,
	sessionIdSchema,
	tokensMaxSchema,
	tokensOf,
	waitForSchema,
	waitReporting,
} from './terminal-input.ts';
import type {Tool, ToolContext} from './tool.ts';
import {waitForMs} from './unified-exec.ts';

export const writeStdin: Tool = {
	name: 'write_stdin',
	description:
		'Types into a running session and returns what it prints, or with empty chars waits for more output (while the person has the keyboard: until it is handed back). End a line with \\n. Control characters are bytes: \\u0003 is Ctrl-C, \\u0004 is Ctrl-D. For other keys use keys. Set wait_for to be woken when something happens instead of polling.',
	parameters: {
		type: 'object',
		properties: {
			session_id: sessionIdSchema,
			chars: {type: 'string', description: 'What to type. Empty: only wait.'},
			keys: {
				type: 'array',
				items: {type: 'string'},
				description: 'Keys to press after chars, such as "Up", "Enter", "C-c", "M-x", "F5".',
			},
			paste: {
				type: 'boolean',
				description: 'Mark chars as pasted, where the program understands that.',
			},
			yield_time_ms: {
				type: 'integer',
				description:
					'How long to wait. After typing: default 250, at most 30000. When only waiting: default 5000, at most 300000.',
			},
			max_output_tokens: tokensMaxSchema,
			wait_for: waitForSchema,
		},
		required: ['session_id'],
	},
	scope: input => (isTyping(input) ? 'shell' : null),
	host: sessionHost,
	summaryHasLines: true,
	summary: input =>
		isTyping(input)
			? `type into terminal ${inOneLine(String(input['session_id']))}: ${typedText(input)}`
			: `wait for terminal ${inOneLine(String(input['session_id']))}`,
	exposure: input =>
		isTyping(input)
			? {
					command: String(input['chars'] ?? ''),
					doubt: 'a program that runs reads it',
					terminal: String(input['session_id']) as TerminalId,
				}
			: {},
	isDoneHere: true,
	hindrance,
	run,
};

const typedYieldMs = {fallback: 250, min: 100, max: 30_000};
const waitYieldMs = {fallback: 5000, min: 1000, max: 300_000};
/** In line mode the kernel silently drops the part of a line beyond this length. */
const lineBytesMax = 4095;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const {clock} = context;
	const startedAt = clock.elapsed();
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const wishes = readWaitFor(input, context);
	if (!wishes.ok) {
		return refusal(wishes);
	}
	const {terminal} = found;
	const typed = await type(input, {context, terminal});
	if (!typed.ok) {
		return typed.code === 'exited'
			? lastWords(typed, {context, terminal, startedAt, tokensMax: tokensOf(input)})
			: refusal(typed, terminal);
	}
	const conditions = wishes.conditions ?? ownConditions(terminal);
	const isPatient = wishes.conditions !== null || conditions.handedBack === true;
	const yields = isPatient ? waitForMs : isTyping(input) ? typedYieldMs : waitYieldMs;
	const woke = await waitReporting(context, {
		ids: [terminal.id, ...wishes.others],
		conditions,
		deadlineMs: clamp(input['yield_time_ms'], yields),
	});
	return {
		status: 'ok',
		result: await answer(context, {
			terminal: terminal.id,
			woke,
			startedAt,
			tokensMax: tokensOf(input),
			...(typed.hint !== undefined && {hint: typed.hint}),
			isToEnd: endsPrograms(input),
		}),
	};
}

/**
 * Returns why nothing may be typed (the person has the keyboard, the input is hidden, or the
 * program has ended); null if typing is possible.
 */
async function hindrance(input: JsonObject, context: ToolContext): Promise<Outcome | null> {
	if (!isTyping(input)) {
		return null;
	}
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {terminal} = found;
	const text = bytesOf(input, {context, terminal});
	const refused = text.ok ? await whyNotTyped(text.bytes, {context, terminal}) : text;
	if (refused?.code === 'exited') {
		const startedAt = context.clock.elapsed();
		return lastWords(refused, {context, terminal, startedAt, tokensMax: tokensOf(input)});
	}
	return refused && refusal(refused, terminal);
}

/**
 * Whether the input contains Ctrl+C or Ctrl+\: if the program then ends, this input has ended it.
 */
function endsPrograms({chars, keys}: JsonObject): boolean {
	const named =
		Array.isArray(keys) && keys.some(key => /^(?:c-|ctrl[+-])[c\\]$/i.test(String(key)));
	return named || /[\x03\x1c]/.test(String(chars ?? ''));
}

/**
 * Returns when to stop waiting if the call names no conditions: when the user gives the keyboard
 * back, since the model must not type until then, or else when the program waits for input again.
 */
function ownConditions({control, ended}: TerminalInfo): WaitConditions {
	return control === 'user' && ended === null ? {handedBack: true} : {settled: true};
}

/**
 * Returns the failure for input that was not sent because the program had ended. It includes the
 * program's last output and its exit.
 */
async function lastWords(
	{code, failure}: Extract<Typed, {ok: false}>,
	{
		context,
		terminal,
		...limits
	}: {context: ToolContext; terminal: TerminalInfo; startedAt: number; tokensMax: number},
): Promise<Outcome> {
	const woke = {type: 'exit', terminal: terminal.id} as const;
	const rest = await answer(context, {terminal: terminal.id, woke, ...limits});
	const error = {kind: failure.kind, code, message: failure.message};
	return {status: 'failed', failure, result: {...rest, success: false, error}};
}

type Typed =
	| {readonly ok: true; readonly hint?: string}
	| {readonly ok: false; readonly code: string; readonly failure: ReturnType<typeof failed>};

async function type(
	input: JsonObject,
	{context, terminal}: {context: ToolContext; terminal: TerminalInfo},
): Promise<Typed> {
	if (!isTyping(input)) {
		return {ok: true};
	}
	const text = bytesOf(input, {context, terminal});
	if (!text.ok) {
		return text;
	}
	const refused = await whyNotTyped(text.bytes, {context, terminal});
	if (refused) {
		return refused;
	}
	const isHidden = (await context.terminals.waiting(terminal.id)) === 'password';
	const written = context.terminals.write(terminal.id, text.bytes, {by: 'model', isHidden});
	if (!written.ok) {
		return written;
	}
	const hasLongLine = text.bytes.split('\n').some(line => line.length > lineBytesMax);
	return hasLongLine
		? {
				ok: true,
				hint: `A line longer than ${lineBytesMax} bytes is cut by a terminal in line mode.`,
			}
		: {ok: true};
}

type Untyped = Extract<Typed, {ok: false}>;

/** Returns why nothing can be typed now; null if typing is possible. */
async function whyNotTyped(
	bytes: string,
	{context: {terminals}, terminal}: {context: ToolContext; terminal: TerminalInfo},
): Promise<Untyped | null> {
	const {id, mayTypeHidden} = terminal;
	const now = terminals.get(id);
	if (!now || now.ended !== null || now.control === 'user') {
		// This write is refused on purpose: it makes the screen show that the model waits for the
		// keyboard.
		const refused = terminals.write(id, bytes, {by: 'model'});
		return refused.ok ? null : refused;
	}
	if (mayTypeHidden || !/[^\u0000-\u001F\u007F]/.test(bytes)) {
		return null;
	}
	return (await terminals.waiting(id)) === 'password'
		? {
				ok: false,
				code: 'denied',
				failure: failed(
					'denied',
					`The program in terminal ${id} hides what is typed, so the person types it in the terminal pane. Wait for it with empty chars.`,
				),
			}
		: null;
}

function bytesOf(
	input: JsonObject,
	{context, terminal}: {context: ToolContext; terminal: TerminalInfo},
): {readonly ok: true; readonly bytes: string} | Extract<Typed, {ok: false}> {
	const modes = context.terminals.view(terminal.id)?.modes();
	const chars = String(input['chars'] ?? '');
	const isPaste = input['paste'] === true && modes?.bracketedPaste === true;
	let bytes = isPaste ? `\u001B[200~${chars}\u001B[201~` : chars;
	for (const name of keysOf(input)) {
		const key = keyBytes(name, {applicationCursor: modes?.applicationCursor === true});
		if (key === null) {
			return {
				ok: false,
				code: 'invalid_arguments',
				failure: failed(
					'bad-input',
					`There is no key "${name}". Keys are named like Up, PageDown, Enter, Tab, Escape, F5, C-c, M-x, S-Tab.`,
				),
			};
		}
		bytes += key;
	}
	return {ok: true, bytes};
}

function keysOf(input: JsonObject): readonly string[] {
	return Array.isArray(input['keys']) ? input['keys'].map(String) : [];
}

function isTyping(input: JsonObject): boolean {
	return (typeof input['chars'] === 'string' && input['chars'] !== '') || keysOf(input).length > 0;
}

/** Shown as JSON, so that control characters and line ends are visible. */
function typedText(input: JsonObject): string {
	const chars = String(input['chars'] ?? '');
	return [...(chars === '' ? [] : [JSON.stringify(chars)]), ...keysOf(input)].join(' ');
}
