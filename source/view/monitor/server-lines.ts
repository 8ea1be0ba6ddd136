import type {Result} from '../../events/failure.ts';
import type {McpServerState} from '../../events/mcp.ts';
import type {ListedTool} from '../../events/query.ts';
import {serverWords, toolsWords} from '../../state/mcp-words.ts';
import {revealInRow} from '../../text/neutralise.ts';

/** Everything about an MCP server, as lines. Text from the server is neutralised. */
export function serverLines(
	server: McpServerState,
	tools: Result<readonly ListedTool[]>,
): readonly string[] {
	const {place, host, origin, pid, leftOut, stderrTail} = server;
	const stderr = stderrTail.trimEnd();
	return [
		serverWords(server),
		`${revealInRow(place)}${host === null ? '' : ` on ${revealInRow(host)}`}${pid === null ? '' : `, process ${pid}`}`,
		...broughtBy[origin],
		'',
		...toolLines(tools),
		...(leftOut.length === 0
			? []
			: ["Left out, as they can't be used:", ...leftOut.map(each => `  ${revealInRow(each)}`)]),
		...(stderr === ''
			? []
			: ['', 'What it wrote to stderr last:', ...stderr.split('\n').map(revealInRow)]),
	];
}

const broughtBy = {
	settings: [],
	folder: ['brought by this folder'],
	editor: ['brought by an editor, until this session’s process ends'],
} as const satisfies Record<McpServerState['origin'], readonly string[]>;

const toolsShownMax = 500;

function toolLines(tools: Result<readonly ListedTool[]>): readonly string[] {
	if (!tools.ok) {
		return [`Its tools are not known: ${tools.failure.message}`];
	}
	const shown = tools.value.slice(0, toolsShownMax);
	const more = tools.value.length - shown.length;
	return [
		`${toolsWords(tools.value.length)}:`,
		...shown.map(toolLine),
		...(more > 0 ? [`and ${more} more`] : []),
	];
}

function toolLine({name, description, isSent, standing}: ListedTool): string {
	const marks = [
		...(standing === 'changed' ? ['changed since it was allowed'] : []),
		...(standing === 'same' ? ['allowed before'] : []),
		...(isSent ? ['sent with every request'] : []),
	];
	const mark = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
	return `  ${revealInRow(name)}${mark}: ${revealInRow(description)}`;
}
