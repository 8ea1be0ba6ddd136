import {readDelimiter} from './documents.ts';
import {feed} from './feed.ts';
import type {CommandList} from './list.ts';
import {takeSubstitution} from './parentheses.ts';
import type {ShellReader, Word} from './reader.ts';
import {skipBlanks} from './tokens.ts';
import {readWord} from './word.ts';

/** Takes `> file` and other redirections: notes what is written, and what a command reads. */
export function takeRedirection(reader: ShellReader, list: CommandList, operator: string): void {
	const {found, source} = reader;
	list.isRedirected = true;
	skipBlanks(reader);
	if (operator === '<<' || operator === '<<-') {
		const {command} = list;
		command.isFed = true;
		const take = (body: Word) => feed(reader, command, body);
		return readDelimiter(reader, {isIndented: operator === '<<-', take});
	}
	if (/^[<>]\(/.test(source.slice(reader.at))) {
		reader.at += 2;
		takeSubstitution(reader, list);
		list.command.words.pop();
		return;
	}
	if (operator === '<' && /^\d*-\d*>/.test(source.slice(reader.at))) {
		found.unseen.add('a pattern for numbers, as only zsh has it');
	}
	const start = reader.at;
	const word = readWord(reader);
	if (reader.at === start) {
		found.unseen.add('a redirection to nowhere');
		return;
	}
	if (operator === '<<<') {
		found.hidden.add('a here-string');
		list.command.input = word;
		return;
	}
	if (/^[<>]&$/.test(operator) && (/^-./.test(word.text) || /^\d+-$|[^\w./-]/.test(word.text))) {
		// Here bash evaluates quoted text once more and ends it at a dash, while zsh reads all of it as
		// a file name.
		found.unseen.add('a redirection to a place that is not known');
	}
	takeFile(reader, operator, word);
	if (operator.startsWith('&>')) {
		judgeBackground(reader);
	}
}

function takeFile({found}: ShellReader, operator: string, word: Word): void {
	if (isStream(operator, word.text)) {
		return;
	}
	if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(word.text)) {
		found.unseen.add('a network connection');
	}
	if (operator === '<' || operator === '<&') {
		found.reads.push({target: word.text, from: found.folders});
		if (!word.isSeen) {
			found.hidden.add('a redirection from a place that is not known');
		}
		return;
	}
	if (!harmless.has(word.text)) {
		const how = operator === '>>' || operator === '&>>' ? 'append' : 'overwrite';
		// A quoted tilde is part of a file name and does not mean the home folder.
		const target = word.isSeen && word.text.startsWith('~') ? `./${word.text}` : word.text;
		found.writes.push({target, how, from: found.folders});
		if (!word.isSeen && !isHomeAlone(word)) {
			found.unseen.add('a redirection to a place that is not known');
		}
	}
}

/**
 * Whether a path such as `~/x` or `$HOME/x` is known well enough to say that it is outside the
 * workspace.
 */
function isHomeAlone({text}: Word): boolean {
	const rest = text.replace(/^(?:~|\$HOME)(?=\/)/, '');
	return rest !== text && /^[\w./-]*$/.test(rest);
}

const harmless = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/tty']);

function isStream(operator: string, target: string): boolean {
	return (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/.test(target);
}

/** Notes words after `&>`. In dash, `a &> b c` runs `c`. */
function judgeBackground(reader: ShellReader): void {
	skipBlanks(reader);
	if (/[^\n;&|)]/.test(reader.source[reader.at] ?? '\n')) {
		reader.found.unseen.add('words behind "&>"');
	}
}
