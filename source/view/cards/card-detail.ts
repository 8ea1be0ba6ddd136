import type {Overlay} from '../../events/screen.ts';
import type {ToolCall} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';
import {mendedLines} from '../words.ts';

/** Everything about a call: the whole change, or every line of what would run. */
export function detailOf(call: ToolCall): Overlay {
	const title = `${call.tool} on ${call.host}`;
	return call.preview
		? {
				type: 'diff',
				title: `${title}: ${inRow(call.summary)}`,
				// What stands before the first file is shown as it is.
				patch: [...warningLines(call), revealLines(call.preview.patch)].join('\n'),
			}
		: {
				type: 'text',
				title,
				lines: [...headLines(call), '', ...argumentLines(call)],
				isExact: true,
			};
}

function revealLines(text: string): string {
	return text.split('\n').map(reveal).join('\n');
}

/** The calls that would be answered together, each in full. */
export function groupDetail(calls: readonly ToolCall[]): Overlay {
	const lines = calls.flatMap(call => [...headLines(call), '']);
	return {type: 'text', title: `${calls.length} waiting calls`, lines, isExact: true};
}

function headLines(call: ToolCall): readonly string[] {
	return [
		`tool      ${call.tool}`,
		`scope     ${call.scope ?? 'none'}`,
		`host      ${call.host}`,
		`folder    ${call.cwd}`,
		...warningLines(call),
		'',
		...call.summary.split('\n').map(reveal),
	];
}

function warningLines({status, mended, edited}: ToolCall): readonly string[] {
	const {dangers = [], why} = status.type === 'waiting' ? status : {};
	return [
		...mendedLines(mended).map(line => reveal(line.replace(/^mended: /, 'mended    '))),
		...(edited ? ['edited    by you'] : []),
		...(why === undefined ? [] : [`asks      because ${inRow(why)}`]),
		...dangers.map(danger => `danger    ${inRow(danger)}`),
	];
}

function inRow(text: string): string {
	return reveal(text.replaceAll('\n', '\u240A'));
}

function argumentLines(call: ToolCall): readonly string[] {
	return ['arguments', ...JSON.stringify(call.input, null, 2).split('\n').map(reveal)];
}
