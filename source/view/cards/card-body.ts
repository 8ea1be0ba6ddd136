import {changedLines} from '../../state/change-size.ts';
import {coveredWords} from '../../state/grants.ts';
import {filesOutside} from '../../state/risks.ts';
import type {ToolCall} from '../../state/state.ts';
import {hardWrap} from '../../text/hard-wrap.ts';
import {shorten, textWidth} from '../../text/width.ts';
import {parsePatch} from '../diff/patch.ts';
import {renderDiff} from '../diff/render.ts';
import {drawn, drawnPatchLine, exactRows} from '../drawn.ts';
import type {Paint} from '../theme.ts';
import {mendedLines} from '../words.ts';
import {ruleFor, warningsOf, withPartsOf} from './card-calls.ts';
import {commandRows, withEndMarked} from './command-rows.ts';

type Room = {readonly width: number; readonly paint: Paint};

/**
 * The most lines of a change on a card. The card counts the remaining lines, and `d` shows them.
 */
const patchLinesMax = 120;

/** The rows of a change, and how many of its lines these rows leave out. */
export function changeRows(patch: string, {width, paint}: Room): Body & {readonly beyond: number} {
	const lines = patch.split('\n');
	const shown = lines
		.slice(0, patchLinesMax)
		.map(line => drawnPatchLine(line, paint))
		.join('\n');
	const parsed = parsePatch(shown);
	const files = parsed.filter(line => line.type === 'file');
	// Leave out the file's name if there is only one, because the summary names it. Leave out the
	// first fold too, because the line numbers tell where the hunk begins.
	const isPlain = files.length === 1 && !files[0]?.words.endsWith(')');
	const diff = parsed.filter(
		(line, index) => !(isPlain && line.type === 'file') && !(line.type === 'fold' && index === 1),
	);
	return {
		rows: renderDiff(diff, {width, paint, layout: 'unified', file: files[0]?.words ?? ''}),
		beyond: Math.max(0, lines.length - patchLinesMax),
		...(files.length > 0 && {total: changedLines(patch, minusOf(paint))}),
	};
}

/** The sign that marks removed lines. */
export function minusOf({theme}: Paint): string {
	return theme.ascii ? '-' : '\u2212';
}

export type Body = {
	readonly rows: readonly string[];
	/** How many lines of the change are not among the rows. */
	readonly beyond?: number;
	/** The counts of added and removed lines in the whole change. */
	readonly total?: string;
};

/**
 * Returns at most `rowsMax` rows: the first and the last ones, and in between a row that counts
 * those left out.
 */
export function foldRows(
	{rows, beyond = 0, total}: Body,
	{rowsMax, paint}: {rowsMax: number; paint: Paint},
): readonly string[] {
	const fits = rows.length <= rowsMax && beyond === 0;
	if (fits) {
		return rows;
	}
	// Show the end as well as the start: padding must not push a dangerous part out of sight.
	const room = Math.max(0, rowsMax - 1);
	const last = beyond === 0 && room > 1 ? rows.slice(-Math.floor(room / 2)) : [];
	const first = rows.slice(0, room - last.length);
	const hidden = rows.length - first.length - last.length + beyond;
	const all = total === undefined ? '' : ` of ${total}`;
	const fold = `  ${paint.glyphs.more} ${hidden} more lines${all}: d shows all`;
	return [...first, ...(hidden > 0 ? [paint.style('card.danger', fold)] : []), ...last];
}

/** The warnings about the calls, the most serious first. */
export function noteRows(calls: readonly ToolCall[], {width, paint}: Room): readonly string[] {
	const warn = (text: string) => paint.style('status.warn', text);
	const {dangers, whys} = warningsOf(calls);
	const named = (why: string) => (calls.length === 1 ? withPartsOf(calls[0]!, why) : why);
	const changes = new Set(calls.flatMap(({mended}) => mendedLines(mended)));
	return [
		...packRows(
			dangers.map(danger => drawn(named(danger), paint)),
			{width, paint},
		).map(row => paint.style('card.danger', row)),
		...whys.flatMap(why => exactRows(`asks because ${named(why)}`, {width, paint})).map(warn),
		...(calls.some(({edited}) => edited) ? [warn('edited by you; the model will be told')] : []),
		...[...changes]
			.flatMap(line => changeParts(line, {width, paint}))
			.map(row => warn(shorten(row, width, paint.glyphs.more))),
	];
}

/**
 * Draws `before → after` in one row if it fits; else each part gets a row, so that neither is cut.
 */
function changeParts(line: string, {width, paint}: Room): readonly string[] {
	const arrow = paint.theme.ascii ? '->' : '→';
	const [before = '', ...after] = line.split(' → ').map(part => drawn(part, paint));
	const whole = [before, ...after].join(` ${arrow} `);
	return textWidth(whole) <= width || after.length === 0
		? [whole]
		: [before, `  ${arrow} ${after.join(` ${arrow} `)}`];
}

/** Puts as many items into each row as fit. An item that is longer than a row is wrapped. */
function packRows(items: readonly string[], {width, paint}: Room): readonly string[] {
	const rows: string[] = [];
	for (const item of items) {
		const joined = `${rows.at(-1)}; ${item}`;
		if (rows.length > 0 && textWidth(joined) <= width) {
			rows[rows.length - 1] = joined;
		} else {
			rows.push(...exactRows(`! ${item}`, {width, paint}));
		}
	}
	return rows;
}

/** The rule of the step `rule`, exactly as it would be saved. */
export function ruleRows(
	call: ToolCall,
	{match, width, paint}: Room & {readonly match: string},
): readonly string[] {
	const rule = ruleFor(call, match);
	const text = JSON.stringify(rule);
	const reach = rule.exact || call.scope !== 'shell' ? '' : ' for all that begins so';
	return [
		paint.style(
			'text.dim',
			shorten(`this rule would be saved in config.json${reach}:`, width, paint.glyphs.more),
		),
		...hardWrap(drawn(text, paint), width).map(row => paint.style('text.strong', row)),
	];
}

/** What the grant would allow without asking, and until when. */
export function grantRows(
	call: ToolCall,
	{match, width, paint}: Room & {readonly match: string},
): readonly string[] {
	const {scope, host, tool} = call;
	const outside = filesOutside(call);
	const which =
		coveredWords(call) ??
		(scope === 'shell'
			? `every call of ${tool}`
			: scope?.startsWith('mcp:')
				? `every call of a tool of ${scope.slice('mcp:'.length)} that you have allowed before`
				: `every ${scope} call`);
	const what =
		match !== ''
			? `${scope} calls that ${scope === 'shell' ? 'begin with these words' : 'this speaks of'}:`
			: outside.length > 0
				? `${scope} calls there: ${outside.join(' ')}`
				: which;
	const words = drawn(`needs no asking on ${host} then: ${what}`, paint);
	return [
		...hardWrap(words, width).map(row => paint.style('text.strong', row)),
		...(match === '' ? [] : commandRows(match, {width, paint})),
	];
}

/**
 * All calls of the group in full, each with its number. Then how many waiting calls are not in the
 * group, and why.
 */
export function groupRows(
	{calls, apart}: {readonly calls: readonly ToolCall[]; readonly apart: number},
	{width, paint}: Room,
): readonly string[] {
	const strong = (row: string) => paint.style('text.strong', row);
	const rows = calls.flatMap((call, index) =>
		exactRows(`${index + 1} ${withEndMarked(call.summary)}`, {width, paint}).map(strong),
	);
	const words = `${apart} more ${apart === 1 ? 'has' : 'have'} other warnings and ${apart === 1 ? 'asks' : 'ask'} alone`;
	return [...rows, ...(apart > 0 ? [paint.style('text.dim', shorten(words, width))] : [])];
}
