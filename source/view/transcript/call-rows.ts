import {assertNever} from '../../events/assert-never.ts';
import {localHost} from '../../events/ids.ts';
import {allowedWords} from '../../state/allowed-words.ts';
import {outputOf} from '../../state/call-output.ts';
import {endWords, knownLater} from '../../state/end-words.ts';
import {failureWords} from '../../state/failure-words.ts';
import type {CallStatus, ToolCall} from '../../state/state.ts';
import {plainOutput} from '../../text/plain-output.ts';
import {styledWidth} from '../../text/styled.ts';
import {wrapStyled} from '../../text/wrap.ts';
import {isPatch, parsePatch} from '../diff/patch.ts';
import {renderDiff} from '../diff/render.ts';
import {drawn} from '../drawn.ts';
import {reset} from '../markdown/span.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {mendedLines, span} from '../words.ts';
import {colouredLine, colouredRow} from './coloured-output.ts';
import {planRows} from './plan-rows.ts';
import {foldRow, foldRows, indented, textRows} from './text-rows.ts';

export type CallOptions = {
	readonly width: number;
	readonly paint: Paint;
	readonly unfolded: boolean;
};

const summaryRowsMax = 4;
const outputRowsMax = 6;
const outputTailRows = 2;
/**
 * Fewer lines than this are not folded: that would save hardly a row and cost the person a key
 * press.
 */
const hiddenMin = 4;

/**
 * Draws a call from proposal to outcome: what is done, the host, the command, how it ended, and the
 * output.
 */
export function callRows(call: ToolCall, options: CallOptions): readonly string[] {
	const {paint, width} = options;
	const {glyph, token} = markOf(call, paint);
	const inner = {...options, width: Math.max(1, width - 2)};
	return indented(
		[
			...headRows(call, inner),
			...mendedRows(call, inner),
			...outcomeRows(call, inner),
			...(planRows(call, inner) ?? outputRows(call, inner)),
		],
		`${paint.style(token, glyph)} `,
	);
}

type CallSign = {readonly glyph: string; readonly token: ThemeToken};

function markOf(call: ToolCall, {glyphs}: Paint): CallSign {
	const {status} = call;
	switch (status.type) {
		case 'proposed':
			return {glyph: glyphs.running, token: 'text.dim'};
		case 'waiting':
			return {glyph: glyphs.waiting, token: 'status.warn'};
		case 'running':
			return {glyph: glyphs.running, token: 'status.busy'};
		case 'ended':
			return endedMark(call, status, glyphs);
		default:
			return assertNever(status);
	}
}

type Ended = Extract<CallStatus, {type: 'ended'}>;

function endedMark(call: ToolCall, {outcome}: Ended, glyphs: Paint['glyphs']): CallSign {
	switch (outcome.status) {
		case 'ok':
			return (outputOf(call).exitCode ?? 0) === 0 && !outputOf(call).isLost
				? {glyph: glyphs.ok, token: 'status.ok'}
				: {glyph: glyphs.failed, token: 'status.warn'};
		case 'failed':
			return {glyph: glyphs.failed, token: 'status.error'};
		case 'lost':
			return {glyph: glyphs.failed, token: 'status.warn'};
		case 'denied':
		case 'cancelled':
		case 'interrupted':
			return {glyph: glyphs.denied, token: 'status.warn'};
		default:
			return assertNever(outcome);
	}
}

/**
 * What was done, the host, the command and facts in one row. If that is too long, the facts get
 * rows of their own, and so does a command that doesn't fit beside what was done.
 */
function headRows(call: ToolCall, options: CallOptions): readonly string[] {
	const {paint, width} = options;
	const isLocal = call.host === localHost;
	const place = isLocal ? '' : ` on ${paint.style('card.host', drawn(call.host, paint))}`;
	const separator = paint.style('text.dim', ` ${paint.glyphs.separator} `);
	const facts = factsOf(call, options);
	const {deed, what} = deedOf(call);
	const name = paint.style('text.strong', drawn(deed, paint)) + place;
	const summary = summaryRows(what, options);
	const row = [name, ...summary].join('  ');
	const whole = [row, ...facts].join(separator);
	if (summary.length > 1 || styledWidth(row) > width) {
		return [
			...wrapStyled([name, ...facts].join(separator), width),
			...foldRows(summary, {...options, rowsMax: summaryRowsMax}),
		];
	}
	return styledWidth(whole) <= width ? [whole] : [row, ...wrapStyled(facts.join(separator), width)];
}

/**
 * What was done in a short word: `run` for a command; `edit` for `edit_file`, whose summary begins
 * with that word. The tool of an MCP server keeps its name.
 */
function deedOf({tool, summary, scope}: ToolCall): {deed: string; what: string} {
	if (runTools.has(tool)) {
		return {deed: 'run', what: summary};
	}
	const [deed = tool] = tool.split('_');
	const isOwn = scope?.startsWith('mcp:') !== true;
	return isOwn && summary.startsWith(`${deed} `)
		? {deed, what: summary.slice(deed.length + 1)}
		: {deed: tool, what: summary};
}

const runTools: ReadonlySet<string> = new Set(['unified_exec', 'run_in_terminal']);

/** Draws the exact summary: line breaks and invisible characters are made visible. */
function summaryRows(summary: string, {paint, width}: CallOptions): readonly string[] {
	const open = paint.open('code');
	const close = open === '' ? '' : reset;
	return summary
		.split('\n')
		.filter(line => line !== '')
		.flatMap(line => wrapStyled(open + drawn(line, paint) + close, width));
}

function factsOf(call: ToolCall, options: CallOptions): readonly string[] {
	const {paint} = options;
	const facts: string[] = [];
	const hidden = linesHidden(call, options);
	if (hidden > 0) {
		facts.push(paint.style('text.dim', `${paint.glyphs.fold} ${hidden} lines`));
	}
	const {exitCode, isLost} = outputOf(call);
	if (exitCode !== null && exitCode !== 0) {
		facts.push(paint.style('status.warn', `exit ${exitCode}`));
	}
	if (isLost) {
		facts.push(paint.style('status.warn', 'connection lost, outcome unknown'));
	}
	const {answer} = call;
	const ran = answer?.verdict.type !== 'deny' && answer?.verdict.type !== 'cancelled';
	if (call.status.type === 'ended' && call.status.outcome.status !== 'denied' && ran) {
		facts.push(paint.style('text.dim', span(call.status.durationMs)));
	}
	const allowed = allowedWords(call);
	if (allowed !== null) {
		facts.push(paint.style('text.dim', allowed));
	}
	if (call.changes) {
		const words = call.changes.length > 0 ? 'kept for /undo' : 'undone';
		facts.push(paint.style('text.dim', words));
	}
	return facts;
}

const mendedLinesMax = 3;

function mendedRows({mended}: ToolCall, {paint, width}: CallOptions): readonly string[] {
	const open = paint.open('status.warn');
	const lines = mendedLines(mended);
	const more = lines.length - mendedLinesMax;
	const shown = more > 1 ? lines.slice(0, mendedLinesMax) : lines;
	return [...shown, ...(more > 1 ? [`and ${more} more changes`] : [])].flatMap(line =>
		textRows(line, {width, open}),
	);
}

const detailRowsMax = 3;

function outcomeRows(call: ToolCall, options: CallOptions): readonly string[] {
	const {paint, width} = options;
	const {status} = call;
	const say = (token: ThemeToken, text: string) => textRows(text, {width, open: paint.open(token)});
	if (status.type === 'waiting') {
		return say('status.warn', 'waits for your answer');
	}
	if (status.type === 'running') {
		return status.note === '' ? [] : say('text.dim', status.note);
	}
	if (status.type !== 'ended') {
		return [];
	}
	const {outcome} = status;
	if (outcome.status === 'failed' || outcome.status === 'lost') {
		const {message, detail} = failureWords(call, outcome.failure);
		const details = detail === '' ? [] : say('text.dim', detail);
		const later = knownLater(call);
		return [
			...say('status.error', message),
			...(later === null ? [] : say('status.warn', later)),
			...foldRows(details, {...options, rowsMax: detailRowsMax}),
		];
	}
	return outcome.status === 'ok' ? [] : say('status.warn', endWords(call, outcome));
}

/**
 * Draws the output. If it is folded, only its first and last lines are drawn, because errors are at
 * the end. Only these lines are read, so that a long output costs nothing.
 */
function outputRows(call: ToolCall, options: CallOptions): readonly string[] {
	const {paint, width, unfolded} = options;
	const text = outputOf(call).text.trimEnd();
	if (text === '' || linesHidden(call, options) > 0) {
		return [];
	}
	const plain = plainOutput(text);
	if (isPatch(plain)) {
		return patchRows(plain, options);
	}
	const lines = text.split('\n');
	if (unfolded) {
		return lines.flatMap(line => wrapStyled(colouredLine(line, paint), Math.max(1, width)));
	}
	const row = (line: string) => colouredRow(line, {width, paint});
	const head = outputRowsMax - outputTailRows - 1;
	const hidden = lines.length - head - outputTailRows;
	if (hidden < hiddenMin) {
		return lines.map(row);
	}
	return [
		...lines.slice(0, head).map(row),
		foldRow(`${hidden} more lines`, options),
		...lines.slice(-outputTailRows).map(row),
	];
}

/**
 * Counts the lines of what was read from files, which are folded from the first one on, because the
 * answer says what matters of them. Returns 0 if the output is shown like any other.
 */
function linesHidden(call: ToolCall, {unfolded}: CallOptions): number {
	const {tool, status} = call;
	const isRead = status.type === 'ended' && status.outcome.status === 'ok' && fileReaders.has(tool);
	if (unfolded || !isRead) {
		return 0;
	}
	const lines = outputOf(call).text.trimEnd().split('\n').length;
	return lines > 1 ? lines : 0;
}

const fileReaders: ReadonlySet<string> = new Set(['read_file', 'list_files', 'search_files']);

const patchLinesMax = 12;

/** Draws a patch as a diff. If it is folded, only its first lines. */
function patchRows(text: string, options: CallOptions): readonly string[] {
	const lines = parsePatch(text);
	const isWhole = options.unfolded || lines.length - patchLinesMax < hiddenMin;
	const shown = isWhole ? lines : lines.slice(0, patchLinesMax);
	const rows = renderDiff(shown, {...options, layout: 'unified'});
	const hidden = lines.length - shown.length;
	return hidden === 0 ? rows : [...rows, foldRow(`${hidden} more lines`, options)];
}
