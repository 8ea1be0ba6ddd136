import type {Overlay} from '../../events/screen.ts';
import type {ToolCall} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';

/** Everything about a call: the whole change, or every line of what would run. */
export function detailOf(call: ToolCall): Overlay {
	const title = `${call.tool} on ${call.host}`;
	return call.preview
		? {
				type: 'diff',
				title: `${title}: ${reveal(call.summary)}`,
				patch: revealLines(call.preview.patch),
			}
		: {type: 'text', title, lines: [...headLines(call), '', ...argumentLines(call)]};
}

function revealLines(text: string): string {
	return text.split('\n').map(reveal).join('\n');
}

/** The calls that would be answered together, each in full. */
export function groupDetail(calls: readonly ToolCall[]): Overlay {
	const lines = calls.flatMap(call => [...headLines(call), '']);
	return {type: 'text', title: `${calls.length} waiting calls`, lines};
}

function headLines(call: ToolCall): readonly string[] {
	const {status} = call;
	const dangers = status.type === 'waiting' ? (status.dangers ?? []) : [];
	return [
		`tool      ${call.tool}`,
		`scope     ${call.scope ?? 'none'}`,
		`host      ${call.host}`,
		`folder    ${call.cwd}`,
		...(call.mended === undefined ? [] : [`mended    ${call.mended}`]),
		...(call.edited ? ['edited    by you'] : []),
		...dangers.map(danger => `danger    ${reveal(danger)}`),
		'',
		...call.summary.split('\n').map(reveal),
	];
}

function argumentLines(call: ToolCall): readonly string[] {
	return ['arguments', ...JSON.stringify(call.input, null, 2).split('\n').map(reveal)];
}
