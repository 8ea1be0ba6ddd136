import type {Scope} from '../events/authorization.ts';

type Change = {readonly scope: Scope | null; readonly preview?: {readonly patch: string}};

/**
 * The size of a change, e.g. `+12 −3 in 2 files`; empty if no file changes. For a tool of an MCP
 * server it is empty too: its input may look like a patch, but is only text.
 */
export function changeSize({scope, preview}: Change, minus = '\u2212'): string {
	const patch = scope?.startsWith('mcp:') ? '' : (preview?.patch ?? '');
	const lines = patch.split('\n');
	const files = headsOf(lines).length;
	return files === 0
		? ''
		: `${changedLines(patch, minus)} in ${files === 1 ? 'a file' : `${files} files`}`;
}

/** Counts the added and the removed lines of a patch, without its file headers. */
export function changedLines(patch: string, minus: string): string {
	const lines = patch.split('\n');
	const heads = headsOf(lines);
	const count = (mark: string) => lines.filter(line => line.startsWith(mark)).length - heads.length;
	return `+${count('+')} ${minus}${count('-')}`;
}

function headsOf(lines: readonly string[]): readonly string[] {
	return lines.filter((line, at) => line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ '));
}
