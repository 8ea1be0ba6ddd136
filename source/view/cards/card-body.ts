import type {ToolCall} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';
import {clusters, shorten, textWidth} from '../../text/width.ts';
import {parsePatch} from '../diff/patch.ts';
import {renderDiff} from '../diff/render.ts';
import type {Paint} from '../theme.ts';
import {ruleFor} from './card-words.ts';

type Room = {readonly width: number; readonly paint: Paint};

/** Every line break, escape and invisible character is drawn. */
export function commandRows(text: string, {width, paint}: Room): readonly string[] {
	return text.split('\n').flatMap((line, index) => {
		const prefix = index === 0 ? `${paint.glyphs.prompt} ` : '  ';
		return hardWrap(reveal(line.replaceAll('\t', '  ')), width - 2).map((piece, at) =>
			paint.style('text.strong', (at === 0 ? prefix : '  ') + piece),
		);
	});
}

/** More lines than any card has; the rest is counted, and seen with `d`. */
const patchLinesMax = 120;

/** The change line by line, with how many lines of it are not among these rows. */
export function changeRows(
	patch: string,
	{width, paint}: Room,
): {readonly rows: readonly string[]; readonly beyond: number} {
	const lines = patch.split('\n');
	const shown = lines.slice(0, patchLinesMax).map(reveal).join('\n');
	const parsed = parsePatch(shown);
	const files = parsed.filter(line => line.type === 'file');
	// The summary names a single file already; where its first piece begins, its numbers say.
	const isPlain = files.length === 1 && !files[0]?.words.endsWith(')');
	const diff = parsed.filter(
		(line, index) => !(isPlain && line.type === 'file') && !(line.type === 'fold' && index === 1),
	);
	return {
		rows: renderDiff(diff, {width, paint, layout: 'unified'}),
		beyond: Math.max(0, lines.length - patchLinesMax),
	};
}

/** What is folded is counted. */
export function foldRows(
	{rows, beyond = 0}: {readonly rows: readonly string[]; readonly beyond?: number},
	{rowsMax, paint}: {rowsMax: number; paint: Paint},
): readonly string[] {
	const fits = rows.length <= rowsMax && beyond === 0;
	if (fits) {
		return rows;
	}
	// The end is shown as well as the beginning: what matters must not hide behind padding.
	const room = Math.max(1, rowsMax - 1);
	const last = beyond === 0 && room > 1 ? rows.slice(-Math.floor(room / 2)) : [];
	const first = rows.slice(0, room - last.length);
	const hidden = rows.length - first.length - last.length + beyond;
	const fold = `  ${paint.glyphs.more} ${hidden} more lines: d shows all`;
	return [...first, ...(hidden > 0 ? [paint.style('card.danger', fold)] : []), ...last];
}

/** What to know before answering. */
export function noteRows(call: ToolCall, {width, paint}: Room): readonly string[] {
	const {status, mended, edited} = call;
	const {dangers = [], why} = status.type === 'waiting' ? status : {};
	const warn = (text: string) => paint.style('status.warn', shorten(text, width));
	return [
		...(edited ? [warn('edited by you; the model will be told')] : []),
		...(mended === undefined ? [] : [warn(`mended: ${reveal(mended)}`)]),
		...(why === undefined ? [] : [warn(`asks because ${reveal(why)}`)]),
		...packRows(dangers.map(reveal), width).map(row => paint.style('card.danger', row)),
	];
}

/** As many in a row as fit whole; only what is longer than a row is cut. */
function packRows(items: readonly string[], width: number): readonly string[] {
	const rows: string[] = [];
	for (const item of items) {
		const joined = `${rows.at(-1)}; ${item}`;
		if (rows.length > 0 && textWidth(joined) <= width) {
			rows[rows.length - 1] = joined;
		} else {
			rows.push(shorten(`! ${item}`, width));
		}
	}
	return rows;
}

/** The rule exactly as it would be saved. */
export function ruleRows(
	call: ToolCall,
	{match, width, paint}: Room & {readonly match: string},
): readonly string[] {
	const text = JSON.stringify(ruleFor(call, match));
	return [
		paint.style('text.dim', shorten('this rule would be saved in config.json:', width)),
		...hardWrap(reveal(text), width).map(row => paint.style('text.strong', row)),
	];
}

export function groupRows(calls: readonly ToolCall[], {width, paint}: Room): readonly string[] {
	return calls.map((call, index) =>
		paint.style(
			'text.strong',
			shorten(`${index + 1} ${reveal(call.summary.replaceAll('\n', '\\n'))}`, width),
		),
	);
}

function hardWrap(text: string, width: number): readonly string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const cluster of clusters(text)) {
		if (used + cluster.width > width) {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += cluster.text;
		used += cluster.width;
	}
	return [...rows, row];
}
