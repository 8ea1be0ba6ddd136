import type {Trust} from './formats/format.ts';
import {isPutOff} from './reader-later.ts';
import {isSpeaker, says, saysWeakly} from './reader-words.ts';
import {keptMax, type TextPosition} from './text-position.ts';

/**
 * Whether what looks like a call is one. The same questions are asked of every format: does it
 * stand on lines of its own, what kind of line leads to it, is something open around it, and is it
 * the end of what the model says? Each answer that speaks for a text that is only shown is a doubt.
 * Without any it is a call, with one the model is asked, with more it is text. Precision before
 * recall: a wrong call may run what the model had just advised against.
 */
export type Judgement =
	/** Meant, if what follows it lets it stand. */
	| ({readonly type: 'meant'} & Meant)
	/** Only shown: it is text, and so is everything in it. */
	| {readonly type: 'shown'}
	/** Not even that: one letter of text. */
	| {readonly type: 'text'};

export type Meant = {
	/** How many signs in the text before it say that no call is meant. */
	readonly doubts: number;
	/** Further ones, which count only if words follow the call in its line. */
	readonly doubtsInWords: number;
	/** Nothing was said before it. */
	readonly isAlone: boolean;
	/** The model has said that it is about to do it. */
	readonly isAnnounced: boolean;
	readonly mustBeKnown: boolean;
};

export const noDoubts: Meant = {
	doubts: 0,
	doubtsInWords: 0,
	isAlone: false,
	isAnnounced: false,
	mustBeKnown: false,
};

/** As many doubts make it a text that nobody asks about. */
export const doubtsMax = 2;

const indentMax = 3;
/** What is trimmed from a line that was kept only in part. */
const cutMax = 8;
const shown: Judgement = {type: 'shown'};

type Opener = {readonly place: TextPosition; readonly head: string};

export function judge(trust: Trust, {place, head}: Opener): Judgement {
	if (place.since !== null && head.trim() === '') {
		return afterAttempt(place.since);
	}
	if (!place.isLineStart && isForLines(trust)) {
		return {type: 'text'};
	}
	const before = place.isLineStart ? doubtsOfLine(place, head) : doubtsInLine(head, trust);
	const isAlone = place.lastLine === '' && head.trim() === '';
	const own = (trust === 'data' ? 1 : 0) + (place.hasShown ? 1 : 0);
	const all = Math.max(0, before.doubts + own - before.intent);
	// Where nothing says that it is shown, the end of the reply is still to come: it may be a call.
	const doubts = before.isShown || place.hasShown ? all : Math.min(all, 1);
	if (doubts >= doubtsMax) {
		return shown;
	}
	return {
		type: 'meant',
		doubts,
		doubtsInWords: before.inWords + (all - doubts),
		isAlone,
		isAnnounced: before.intent > 0,
		mustBeKnown: !place.isLineStart || doubts > 0,
	};
}

/** One call after another is what the one before it was. */
function afterAttempt(since: NonNullable<TextPosition['since']>): Judgement {
	const doubts = since === 'unclear' ? 1 : 0;
	return since === 'shown' ? shown : {...noDoubts, type: 'meant', doubts};
}

/** Whether the format's opener counts only at the beginning of a line; within one it is text. */
export function isForLines(trust: Trust): boolean {
	return trust === 'plain-tag' || trust === 'bare' || trust === 'data';
}

type Doubts = {
	readonly doubts: number;
	readonly inWords: number;
	/** The model says that it is about to do something: one doubt less. */
	readonly intent: number;
	/** Something says that it is shown; else the line is only not understood. */
	readonly isShown: boolean;
};

/** What the lines before an opener say, which has a line of its own. */
function doubtsOfLine(place: TextPosition, head: string): Doubts {
	const line = place.lastLine.trim();
	const isIndented = head.includes('\t') || head.length > indentMax;
	const isMarked = isMarkup(line, {isAdjacent: !place.isAfterBlank});
	const isCaption = !isMarked && /^[\p{L}*_"'(]/u.test(line) && !/^[*]\s/.test(line);
	const how = {isOpen: !isSentence(line), isCaption};
	const said = line === '' ? nothingSaid : doubtsOfWords(line, how);
	const isStructure = isIndented || isSpeaker(line) || (isMarked && !isHeading(line));
	return {
		doubts:
			said.doubts + (isIndented ? 1 : 0) + (isSpeaker(line) ? doubtsMax : 0) + (isMarked ? 1 : 0),
		isShown: said.isShown || isStructure,
		// A backtick that is never closed is a backtick: only what follows could close it.
		inWords: place.codeTicks > 0 ? 1 : 0,
		intent: said.intent,
	};
}

const nothingSaid: Doubts = {
	doubts: 0,
	inWords: 0,
	intent: 0,
	isShown: false,
};

/** What stands before an opener in its own line. */
function doubtsInLine(head: string, trust: Trust): Doubts {
	const before = head.trimEnd();
	const isOwnLine = /^\s*(?:[-*+•]|\d{1,3}[.)])$/u.test(before);
	const isRecord = /^\s*[^\p{L}\p{Extended_Pictographic}\s*_"'`(«“„¿¡]/u.test(before);
	if (isOwnLine) {
		return {...nothingSaid, doubts: 1, inWords: 1, isShown: true};
	}
	if (/["'`“‘«‹„「『（([{|=<\\/+]$/u.test(before) || (isRecord && !isSentence(before))) {
		return {...nothingSaid, doubts: doubtsMax, isShown: true};
	}
	const said = doubtsOfWords(before, {isOpen: /[:：]$/.test(before), isCaption: false});
	if (isSentence(before) || said.doubts > 0 || said.intent > 0) {
		return said;
	}
	// Special tokens stand right behind the last word in the templates of many models.
	return trust === 'token' ? {...said, inWords: 1} : {...said, doubts: 1, inWords: 1};
}

type How = {
	/** It does not end as a sentence does. */
	readonly isOpen: boolean;
	/** It looks like the caption of an example, which is one doubt more. */
	readonly isCaption: boolean;
};

/** A line that leads to a call: what it announces. */
function doubtsOfWords(line: string, {isOpen, isCaption}: How): Doubts {
	const sentence = line
		.split(/(?<=[.!?…।])\s+|(?<=[。！？])/u)
		.at(-1)!
		.replace(/^[\s*_#>-]+/, '');
	const isTold = says('forbidden', sentence) || says('telling', sentence);
	// The condition may stand in the part of a long sentence that was not kept.
	const isCut = sentence.length >= keptMax - cutMax;
	const isLater = isCut || isPutOff(sentence);
	const intent = says('intent', sentence) && !isTold && !isLater ? 1 : 0;
	const isColon = /[:：]$/.test(sentence.replace(/[*_"'”’»)]+$/, ''));
	const isExample = says('example', sentence);
	const isSaid = isOpen && intent === 0 && saysWeakly(sentence);
	const shows = isExample && isOpen ? doubtsMax : isExample ? 1 : isSaid ? doubtsMax : 0;
	const warns = says('forbidden', sentence) ? 1 : 0;
	const points = says('pointing', sentence) || says('reported', sentence);
	// A caption, or the words before a colon, lead to something that is shown.
	const leads = (isColon || (isOpen && isCaption)) && intent === 0 ? 1 : 0;
	const isQuestion = /[?？؟][*_`)]*$/u.test(line);
	const others = isLater || isQuestion || (points && !isOpen) ? 1 : 0;
	return {
		doubts: Math.max(shows + warns, others, leads),
		inWords: 0,
		intent,
		isShown: warns > 0 || isSaid || (isExample && (isOpen || !says('intent', sentence))),
	};
}

/** It ends as a sentence does, or with the mark of a model's own. */
function isSentence(line: string): boolean {
	return /[.!?…。！？।؟)）](?:["'”’»」』*_`]{0,3})$|(?:\|>|｜>|THINK\])$|<\/[\w:|｜-]+>$|\p{Extended_Pictographic}\uFE0F?$/u.test(
		line.trim(),
	);
}

/** A heading, an opening tag, a line of marks, something that was opened: no line of prose. */
function isMarkup(line: string, {isAdjacent}: {readonly isAdjacent: boolean}): boolean {
	if (line === '') {
		return false;
	}
	if (isHeading(line) || isLeftOpen(line)) {
		return true;
	}
	const isProse = /^[\p{L}\p{Extended_Pictographic}*_"'`(«“„¿¡\d<]/u.test(line);
	const isItem = /^(?:[-*+•]|\d{1,3}[.)])\s/u.test(line);
	const isRecord = /^\d{4}-\d\d|^\d\d:\d\d/.test(line);
	return isAdjacent && (!isProse || isItem || isRecord) && !/^-{3}$/.test(line);
}

function isHeading(line: string): boolean {
	return /^(?:#{1,6}\s|\*\*[^*]+\*\*$|__[^_]+__$)/.test(line);
}

/** The line begins a block of another markup, or ends within brackets, quotes or an element. */
function isLeftOpen(line: string): boolean {
	const open = Math.max(...[...'“„«「『'].map(quote => line.lastIndexOf(quote)));
	const closed = Math.max(...[...'”“»」』'].map(quote => line.lastIndexOf(quote)));
	return (
		/^(?:\.\. |#\+|\\begin|:::|\[source|["']{3})/.test(line) ||
		/(?:[({[|\\=,]|<!\[CDATA\[|<[A-Za-z][\w:-]*(?:\s[^<>]*)?>)$/.test(line) ||
		open > closed ||
		line.endsWith('„') ||
		line.endsWith('“') ||
		(/["`]$/.test(line) && line.split(line.at(-1)!).length % 2 === 0)
	);
}
