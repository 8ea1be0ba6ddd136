import {readTokens} from './tokens.ts';
import {openCursor, type Token, type Word} from './word.ts';
import {unwrap} from './wrappers.ts';

/** What a command line would run, as far as it can be told without running it. */
export type Script = {
	/** Every simple command, those inside others too, in the order in which they stand. */
	readonly commands: readonly SimpleCommand[];
	/** What can't be known before it runs; while there is any, nothing is allowed by a rule. */
	readonly unseen: readonly string[];
	/** Where output is redirected to. */
	readonly writes: readonly Write[];
};

export type SimpleCommand = {
	readonly words: readonly Word[];
	/** It gets the output of the one before it. */
	readonly isPiped: boolean;
};

export type Write = {readonly target: string; readonly how: 'overwrite' | 'append'};

/** Nobody writes by hand what is nested deeper. */
const depthMax = 8;

/**
 * Splits a command line into its simple commands. What the grammar does not know for certain it
 * reports as unseen instead of guessing: a mistake here would let something run unasked.
 */
export function readScript(source: string, depth = 0): Script {
	if (depth > depthMax) {
		return {commands: [], unseen: ['commands inside commands inside commands'], writes: []};
	}
	const cursor = openCursor(source);
	const draft: Draft = {
		commands: [],
		writes: [],
		unseen: cursor.unseen,
		words: [],
		isPiped: false,
		isRedirected: false,
		lastOperator: '',
		depth,
	};
	const tokens = readTokens(cursor);
	for (let index = 0; index < tokens.length; index += 1) {
		index += take(draft, tokens, index);
	}
	finishCommand(draft);
	return {commands: draft.commands, writes: draft.writes, unseen: [...draft.unseen]};
}

type Draft = {
	readonly commands: SimpleCommand[];
	readonly writes: Write[];
	readonly unseen: Set<string>;
	words: Word[];
	isPiped: boolean;
	isRedirected: boolean;
	/** What stands right before, when it is an operator. */
	lastOperator: string;
	readonly depth: number;
};

/** How many tokens beyond this one it used up. */
function take(draft: Draft, tokens: readonly Token[], index: number): number {
	const token = tokens[index]!;
	if (token.type === 'word') {
		takeWord(draft, token, tokens[index + 1]);
		return 0;
	}
	if (redirections.has(token.text)) {
		takeRedirection(draft, token.text, tokens[index + 1]);
		return 1;
	}
	takeOperator(draft, token.text);
	return 0;
}

/** They stand before a command and run nothing by themselves. */
const openers = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '!', '{']);
const closers = new Set(['fi', 'done', '}']);
/** They assign, match or define: more than the commands in them. */
const opaque = new Set(['for', 'select', 'case', 'esac', 'function', 'coproc', '[[', 'in']);

function takeWord(
	draft: Draft,
	{word, isBeforeRedirection}: Extract<Token, {type: 'word'}>,
	next: Token | undefined,
): void {
	readInner(draft, word);
	draft.lastOperator = '';
	// Behind a redirection such a word is the name of a program.
	const isReserved = word.isPlain && draft.words.length === 0 && !draft.isRedirected;
	if (isReserved && (openers.has(word.text) || closers.has(word.text))) {
		return;
	}
	if (isReserved && opaque.has(word.text)) {
		draft.unseen.add(`"${word.text}"`);
	}
	if (isBeforeRedirection && word.isPlain && /^\d+$/.test(word.text) && isRedirection(next)) {
		return;
	}
	if (draft.words.length === 0 && /^[A-Za-z_]\w*(?:\+?=|\[)/.test(word.text)) {
		draft.unseen.add(`the variable ${/^\w+/.exec(word.text)?.[0]} is set`);
		return;
	}
	draft.words.push(word);
}

function isRedirection(token: Token | undefined): boolean {
	return token?.type === 'operator' && redirections.has(token.text);
}

function readInner(draft: Draft, word: Word): void {
	for (const source of word.inner) {
		const inner = readScript(source, draft.depth + 1);
		draft.commands.push(...inner.commands);
		draft.writes.push(...inner.writes);
	}
}

const redirections = new Set(['<', '>', '>>', '>|', '<>', '<&', '>&', '&>', '&>>', '<<<']);

function takeRedirection(draft: Draft, operator: string, next: Token | undefined): void {
	if (next?.type !== 'word') {
		draft.unseen.add('a redirection to nowhere');
		return;
	}
	const {word} = next;
	draft.isRedirected = true;
	readInner(draft, word);
	if (!word.isSeen) {
		draft.unseen.add('a redirection to a place that is not known');
	}
	if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(word.text)) {
		draft.unseen.add('a network connection');
	} else if (operator === '<<<') {
		draft.unseen.add('a here-string');
	} else if (operator !== '<' && !isHarmlessTarget(operator, word.text)) {
		const how = operator === '>>' || operator === '&>>' ? 'append' : 'overwrite';
		draft.writes.push({target: word.text, how});
	}
}

function isHarmlessTarget(operator: string, target: string): boolean {
	const isStream = (operator === '>&' || operator === '<&') && /^(?:\d+|-)$/.test(target);
	return isStream || target === '/dev/null';
}

function takeOperator(draft: Draft, operator: string): void {
	if (operator === '(' && draft.words.length > 0) {
		draft.unseen.add('a function, or a pattern');
	}
	if (operator === '(' && draft.lastOperator === '(') {
		draft.unseen.add('arithmetic');
	}
	draft.lastOperator = operator;
	if (operator.startsWith(';;') || operator === ';&') {
		draft.unseen.add('"case"');
	}
	finishCommand(draft);
	draft.isPiped = operator === '|' || operator === '|&';
}

function finishCommand(draft: Draft): void {
	if (draft.isRedirected && draft.words.length === 0) {
		// Such a line reads or writes a file by itself, and in zsh it runs a pager.
		draft.unseen.add('a redirection without a command');
	}
	draft.isRedirected = false;
	if (draft.words.length === 0) {
		return;
	}
	const command: SimpleCommand = {words: draft.words, isPiped: draft.isPiped};
	draft.words = [];
	draft.commands.push(command);
	const inside = unwrap(command, source => readScript(source, draft.depth + 1));
	draft.commands.push(...inside.commands);
	draft.writes.push(...inside.writes);
	for (const why of inside.unseen) {
		draft.unseen.add(why);
	}
}
