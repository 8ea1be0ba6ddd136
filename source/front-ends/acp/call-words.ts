import {resolve} from 'node:path';
import type {ToolCallLocation, ToolKind} from '@agentclientprotocol/sdk';
import {localHost} from '../../events/ids.ts';
import {isJsonObject, parseJson} from '../../events/json.ts';
import {outputOf} from '../../state/call-output.ts';
import {cardQuestion} from '../../state/card-question.ts';
import {resultText} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import {longestTicks} from '../../text/longest-ticks.ts';
import {neutralise, revealInRow} from '../../text/neutralise.ts';
import {plainOutput} from '../../text/plain-output.ts';
import {detailOf} from '../../view/cards/card-detail.ts';

const kinds: Readonly<Record<string, ToolKind>> = {
	read_file: 'read',
	read_terminal: 'read',
	list_files: 'search',
	search_files: 'search',
	write_file: 'edit',
	edit_file: 'edit',
	apply_patch: 'edit',
	unified_exec: 'execute',
	run_in_terminal: 'execute',
	write_stdin: 'execute',
	fetch_url: 'fetch',
};

export function kindOf({tool}: ToolCall): ToolKind {
	return kinds[tool] ?? 'other';
}

/** Whether the call opens a terminal, which the editor can show live. */
export function opensTerminal({tool}: ToolCall): boolean {
	return tool === 'unified_exec' || tool === 'run_in_terminal';
}

/**
 * Returns the whole command or summary, unchanged. A command is put into a code block, so that no
 * character of it is read as markup.
 */
export function titleOf(call: ToolCall): string {
	const {summary, host, scope} = call;
	const words = revealInRow(summary);
	const title = scope === 'shell' ? codeSpan(words) : words;
	return host === localHost ? title : `${title} (on ${revealInRow(host)})`;
}

function codeSpan(text: string): string {
	const fence = '`'.repeat(longestTicks(text) + 1);
	const room = /^`|`$/.test(text) ? ' ' : '';
	return `${fence}${room}${text}${room}${fence}`;
}

/** Makes a code block of Markdown, in which no character is read as markup. */
export function codeBlock(text: string): string {
	const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
	return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** The question about a waiting call, with everything that its card shows. */
export function questionOf(call: ToolCall, {hops, session}: State): string {
	const {asked, machine, folder} = cardQuestion(call, {hops, home: session.home});
	const where = folder === '' ? machine : `${machine}, in ${folder}`;
	const detail = detailOf(call);
	const lines =
		detail.type === 'text'
			? detail.lines
			: detail.type === 'diff'
				? detail.patch.split('\n').slice(0, firstFile(detail.patch))
				: [];
	const block = lines.length === 0 ? '' : `\n\n${codeBlock(lines.join('\n'))}`;
	return `${asked} ${revealInRow(where)}?${block}`;
}

/**
 * Returns the index of the line at which the patch itself begins. The editor shows the patch as a
 * difference, so only the lines before it are shown as text.
 */
function firstFile(patch: string): number {
	const index = patch.split('\n').findIndex(line => line.startsWith('--- '));
	return index < 0 ? patch.split('\n').length : index;
}

const textLengthMax = 100_000;

/** The result of a call as Markdown. */
export function outcomeText(call: ToolCall): string {
	const {status} = call;
	if (status.type !== 'ended') {
		return status.type === 'running' ? neutralise(status.note) : '';
	}
	const {outcome} = status;
	switch (outcome.status) {
		case 'ok':
			return resultWords(call);
		case 'denied':
			return `Denied${outcome.reason ? `: ${neutralise(outcome.reason)}` : '.'}`;
		case 'failed':
		case 'lost':
			return neutralise(outcome.failure.message);
		default: {
			const told = parseJson(resultText(call));
			const error = isJsonObject(told) ? told['error'] : null;
			return isJsonObject(error) ? neutralise(String(error['message'])) : outcome.status;
		}
	}
}

/** The output of a call, and how its program ended. */
function resultWords(call: ToolCall): string {
	const {text, exitCode} = outputOf(call);
	const exit = exitCode !== null && exitCode !== 0 ? `\n\nExit code ${exitCode}.` : '';
	const shown = neutralise(shorten(plainOutput(text)));
	return `${shown.trim() === '' ? 'No output.' : codeBlock(shown)}${exit}`;
}

function shorten(text: string): string {
	const half = textLengthMax / 2;
	return text.length <= textLengthMax
		? text
		: `${text.slice(0, half)}\n… ${text.length - textLengthMax} characters left out …\n${text.slice(-half)}`;
}

/** The files of this machine that a call is about, so that the editor can show them. */
export function locationsOf(call: ToolCall): ToolCallLocation[] {
	const {host, cwd, input, preview} = call;
	const named = isJsonObject(input) ? input['path'] : null;
	const paths = preview?.bases.map(({path}) => path) ?? (typeof named === 'string' ? [named] : []);
	return host === localHost ? paths.map(path => ({path: resolve(cwd, path)})) : [];
}
