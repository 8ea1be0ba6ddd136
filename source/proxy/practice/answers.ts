import {isJsonObject} from '../../events/json.ts';
import type {NeutralCall} from '../neutral.ts';
import {parseJson, textOf} from '../translate/request-reading.ts';
import {type SeenResult, sessionOf} from './conversation.ts';
import {linesOf, type SeenOutcome} from './outcome.ts';

/**
 * Returns the practice model's answer to a tool's result. It says only what the result contains.
 */
export function answerFrom({call, outcome}: SeenResult): string {
	const {failure, exitCode, signal, session, output} = outcome;
	if (failure) {
		return failureAnswer(call ? describe(call) : 'The call', failure);
	}
	const what = call ? nameOf(call) : 'The call';
	if (exitCode !== null && exitCode !== 0) {
		const last = linesOf(output).at(-1);
		const said = last === undefined ? 'It said nothing.' : `Its last line was:\n\n${block(last)}`;
		return `${what} failed with exit code ${exitCode}. ${said}`;
	}
	if (session !== null) {
		return runningAnswer(call, {what, session: String(session), output});
	}
	if (signal !== null) {
		return `${what} was ended by ${signal}.`;
	}
	const entries = call ? listedEntries(call, output) : [];
	if (entries.length > 0) {
		return listingAnswer(entries);
	}
	return outputAnswer(call, what, outcome);
}

function failureAnswer(what: string, {kind, message}: {kind: string; message: string}): string {
	if (kind === 'denied') {
		return `${what} was not allowed, and I accept that: nothing was done. How shall I go on?`;
	}
	if (kind === 'cancelled' || kind === 'interrupted') {
		return `${what} was stopped before it was done. Tell me when I shall try again.`;
	}
	return `${what} did not work: ${message}`;
}

function runningAnswer(
	call: NeutralCall | null,
	{what, session, output}: {what: string; session: string; output: string},
): string {
	const isKnown = call !== null && sessionOf(call) !== null;
	const shown = output.trim() === '' ? '' : `\n\n${block(tail(output))}`;
	if (isKnown) {
		return shown === ''
			? `Session ${session} goes on, and has said nothing new.`
			: `Session ${session} says:${shown}`;
	}
	return [
		`${what} is running in session ${session}.${shown === '' ? '' : ` So far it shows:${shown}\n`}`,
		'You can go on with:',
		'- `type 2+3` – I type it into the session',
		'- `check the session` – I look at what it says',
		'- `press ctrl-c` – I interrupt it',
		'- `close the session`',
	].join('\n');
}

type Entry = {readonly name: string; readonly isFolder: boolean};

function listingAnswer(entries: readonly Entry[]): string {
	const folders = entries.filter(({isFolder}) => isFolder).length;
	const files = entries.length - folders;
	const named = entries
		.slice(0, entriesShownMax)
		.map(({name, isFolder}) => `- \`${name}${isFolder ? '/' : ''}\``);
	const more = entries.length - named.length;
	const readme = entries.find(({name}) => /^readme(\.\w+)?$/i.test(name));
	return [
		`This folder has **${count(entries.length, 'entry', 'entries')}**: ${count(folders, 'folder', 'folders')} and ${count(files, 'file', 'files')}.`,
		'',
		...named,
		...(more > 0 ? [`- and ${more} more`] : []),
		...(readme
			? ['', `There is a \`${readme.name}\`: say “read ${readme.name}” to look into it.`]
			: []),
	].join('\n');
}

function outputAnswer(call: NeutralCall | null, what: string, outcome: SeenOutcome): string {
	if (call && isChange(call)) {
		return `${what} is done, as it was shown. \`/undo\` brings back what was before.`;
	}
	const lines = outcome.output.replace(/\n$/, '').split('\n');
	const ended = outcome.exitCode === 0 ? 'ended with exit code 0' : 'is done';
	if (outcome.output.trim() === '') {
		return `${what} ${ended}. It printed nothing.`;
	}
	const shown = lines.slice(0, linesShownMax);
	const more = lines.length - shown.length;
	const intro = `${what} ${ended}, with ${count(lines.length, 'line', 'lines')}.`;
	return [
		`${intro} ${more > 0 ? 'It begins:' : 'Here it is:'}`,
		'',
		block(shown.join('\n'), languageOf(call)),
		...(more > 0 ? ['', `And ${count(more, 'more line', 'more lines')}.`] : []),
	].join('\n');
}

const entriesShownMax = 8;
const linesShownMax = 12;
const tailLinesMax = 8;

/** Describes a call in a few words: its command or, if it has none, its tool. */
function describe(call: NeutralCall): string {
	const given = argumentsOf(call);
	for (const field of ['cmd', 'command', 'path', 'file_path', 'url', 'host']) {
		const value = given[field];
		const text = Array.isArray(value) ? value.at(-1) : value;
		if (typeof text === 'string' && text !== '') {
			const isCommand = field === 'cmd' || field === 'command';
			return isCommand ? `\`${oneLine(text)}\`` : `\`${call.name}\` of \`${oneLine(text)}\``;
		}
	}
	const session = sessionOf(call);
	return session === null ? `\`${call.name}\`` : `\`${call.name}\` of session ${session}`;
}

/** Names the terminal session that a call typed into, or else the call itself, in a sentence. */
function nameOf(call: NeutralCall): string {
	const session = sessionOf(call);
	return session === null ? describe(call) : `Session ${session}`;
}

function argumentsOf(call: NeutralCall): Readonly<Record<string, unknown>> {
	const given = parseJson(call.arguments);
	return isJsonObject(given) ? given : {};
}

/**
 * Returns the entries of the folder that the call has listed; none if it did anything else. Only
 * `ls` with nothing but options certainly lists one folder: `ls | wc -l` prints a number.
 */
function listedEntries(call: NeutralCall, output: string): readonly Entry[] {
	const {cmd, command} = argumentsOf(call);
	const line = (textOf(cmd) || textOf(command)).trim();
	const options = /^ls((?:\s+-[1AFGaklhort]+)*)$/.exec(line)?.[1];
	if (options === undefined) {
		return /^(list_|ls$)/.test(call.name) ? entriesOf(linesOf(output)) : [];
	}
	// In a terminal, `ls` without options prints several names per row.
	const hasColumns = !/[1lo]/.test(options);
	const cells = linesOf(output).flatMap(row => (hasColumns ? row.split(/\t+| {2,}/) : [row]));
	return entriesOf(cells.filter(cell => cell !== ''));
}

function isChange({name}: NeutralCall): boolean {
	return /^(?:write|edit|create|replace|apply_patch)/.test(name) && name !== 'write_stdin';
}

/** Reads rows of `ls -la`, or plain names. */
function entriesOf(lines: readonly string[]): readonly Entry[] {
	const long = /^([-dlbcps])[-rwxsStT]{9}\S*\s+\d+\s+\S+\s+\S+\s+[\d,]+\s+\S+\s+\S+\s+\S+\s(.+)$/;
	return lines
		.filter(line => !/^total \d+/.test(line))
		.map(line => {
			const found = long.exec(line);
			const name = (found?.[2] ?? line).trim().replace(/ -> .*$/, '');
			return {name: name.replace(/[/@]$/, ''), isFolder: found?.[1] === 'd' || name.endsWith('/')};
		})
		.filter(({name}) => name !== '.' && name !== '..');
}

function languageOf(call: NeutralCall | null): string {
	const {path, file_path: filePath} = call ? argumentsOf(call) : {};
	return /\.(\w{1,10})$/.exec(textOf(path) || textOf(filePath))?.[1] ?? '';
}

/** Returns a Markdown code block. Its fence is longer than any fence in its content. */
function block(text: string, language = ''): string {
	const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
	const fence = '`'.repeat(longest + 1);
	return `${fence}${language}\n${text}\n${fence}`;
}

function tail(output: string): string {
	return linesOf(output).slice(-tailLinesMax).join('\n');
}

function oneLine(text: string): string {
	return text.replaceAll('`', "'").split('\n')[0]!.trim();
}

function count(amount: number, one: string, many: string): string {
	return `${amount} ${amount === 1 ? one : many}`;
}
