import {changeSize} from '../../state/change-size.ts';
import type {ToolCall} from '../../state/state.ts';
import {revealInRow, revealLine} from '../../text/neutralise.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import {mendedLines} from '../words.ts';
import {withPartsOf} from './card-calls.ts';

/** Everything about a call: the whole change, or every line of the command. */
export function detailOf(call: ToolCall): Overlay {
	const title = `${revealInRow(call.tool)} on ${revealInRow(call.host)}`;
	if (call.preview === undefined) {
		return {
			type: 'text',
			title,
			lines: [...headLines(call), '', ...argumentLines(call)],
			isExact: true,
		};
	}
	const lines = [
		...warningLines(call),
		...call.summary.split('\n').map(line => `call      ${revealInRow(line)}`),
		...call.preview.patch.split('\n').map(line => revealLine(line, {sign: 1})),
	];
	const titled = `${title}: ${revealInRow(call.summary)}`;
	// The rows of a file's change are cut at the edge. Text that only describes what a call does (a
	// worker's start, an MCP tool's description) is wrapped instead, so that no part of it is hidden.
	const isFile = hasFile.test(call.preview.patch) && !call.scope?.startsWith('mcp:');
	return isFile
		? {type: 'diff', title: titled, patch: lines.join('\n')}
		: {type: 'text', title: titled, lines, isExact: true};
}

const hasFile = /^--- .*\n\+\+\+ /m;

/** Everything about the calls that would be answered together. */
export function groupDetail(calls: readonly ToolCall[]): Overlay {
	const lines = calls.flatMap(call => [
		...headLines(call),
		...(call.preview ? ['', ...call.preview.patch.split('\n').map(revealInRow)] : []),
		'',
	]);
	return {type: 'text', title: `${calls.length} waiting calls`, lines, isExact: true};
}

function headLines(call: ToolCall): readonly string[] {
	return [
		...warningLines(call),
		...call.summary.split('\n').map(line => `call      ${revealInRow(line)}`),
		'',
		`tool      ${revealInRow(call.tool)}`,
		`scope     ${revealInRow(call.scope ?? 'none')}`,
		`host      ${revealInRow(call.host)}`,
		`folder    ${revealInRow(call.cwd)}`,
	];
}

function warningLines(call: ToolCall): readonly string[] {
	const {status, mended, edited} = call;
	const size = changeSize(call);
	const {dangers = [], why} = status.type === 'waiting' ? status : {};
	return [
		...dangers.map(danger => `danger    ${revealInRow(withPartsOf(call, danger))}`),
		...(why === undefined ? [] : [`asks      because ${revealInRow(withPartsOf(call, why))}`]),
		...(size === '' ? [] : [`change    ${size}`]),
		...(edited ? ['edited    by you'] : []),
		// Each line starts with a word of ours, so it can't be mistaken for a line of the change.
		...mendedLines(mended).map(line => `mended    ${revealInRow(line.replace(/^mended: /, ''))}`),
	];
}

function argumentLines(call: ToolCall): readonly string[] {
	return ['arguments', ...JSON.stringify(call.input, null, 2).split('\n').map(revealInRow)];
}
