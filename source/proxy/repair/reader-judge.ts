import type {Trust} from './formats/format.ts';
import {isPutOff} from './reader-later.ts';
import {isSpeaker, says, saysWeakly} from './reader-words.ts';
import {keptMax, type TextPosition} from './text-position.ts';

/**
 * Whether text that looks like a call is meant as one. The same questions are asked for every
 * notation: Does it stand on lines of its own? What kind of line leads to it? Is something left
 * open around it? Does the reply end with it? Each answer that suggests an example is a doubt.
 * Without doubts it is a call, with one doubt the model is asked, with more it is plain text. It is
 * better to miss a call than to run what the model may just have advised against.
 */
export type Judgement =
	/** The text is meant as a call, unless the text after it says otherwise. */
	| ({readonly type: 'meant'} & Meant)
	/** The text only shows an example of a call. All of it is plain text. */
	| {readonly type: 'shown'}
	/** The text is not even an example: its first character is plain text. */
	| {readonly type: 'text'};

export type Meant = {
	/** The number of signs in the text before the opener that suggest an example. */
	readonly doubts: number;
	/** Further doubts, which count only if words follow the call in the same line. */
	readonly doubtsInWords: number;
	/** The reply has no words before the call. */
	readonly isAlone: boolean;
	/** The model has announced that it will do this. */
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

/** With this many doubts, the text is plain text, and the model is not asked. */
export const doubtsMax = 2;

const indentMax = 3;
/**
 * The most characters that may be missing at the start of a line of which only the end was kept.
 */
const cutMax = 8;
const shown: Judgement = {type: 'shown'};

type Opener = {readonly place: TextPosition; readonly head: string};

export function judge(trust: Trust, {place, head}: Opener): Judgement {
	if (place.since !== null && head.trim() === '') {
		return afterAttempt(place.since);
	}
	const isOutOfPlace = !place.isLineStart && isForLines(trust);
	if (isOutOfPlace && !announces(head)) {
		return {type: 'text'};
	}
	const before = place.isLineStart ? doubtsOfLine(place, head) : doubtsInLine(head, trust);
	const isAlone = place.lastLine === '' && head.trim() === '';
	const own = (trust === 'data' ? 1 : 0) + (place.hasShown ? 1 : 0);
	const least = isOutOfPlace ? 1 : 0;
	const all = Math.max(least, before.doubts + own - before.intent);
	// If nothing says that this is an example, only the end of the reply can decide, so until then it
	// may be a call. The same holds if the model has announced the call, whatever else the line says.
	const isSettled = before.isShown && before.intent === 0;
	const doubts = isSettled || place.hasShown ? all : Math.min(all, 1);
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

/** Judges a call that follows another one directly: it gets the same judgement. */
function afterAttempt(since: NonNullable<TextPosition['since']>): Judgement {
	const doubts = since === 'unclear' ? 1 : 0;
	return since === 'shown' ? shown : {...noDoubts, type: 'meant', doubts};
}

/** Returns whether openers of this trust count only at the beginning of a line. */
export function isForLines(trust: Trust): boolean {
	return trust === 'plain-tag' || trust === 'bare' || trust === 'data';
}

/** Whether a complete sentence earlier in this line announces an action. */
export function announces(head: string): boolean {
	const before = head.trimEnd();
	const how = {isOpen: false, isCaption: false};
	return before !== head && isSentence(before) && doubtsOfWords(before, how).intent > 0;
}

type Doubts = {
	readonly doubts: number;
	readonly inWords: number;
	/** 1 if the model announces an action, which removes one doubt; otherwise 0. */
	readonly intent: number;
	/** Whether something says that this is an example. If not, the line before is only unclear. */
	readonly isShown: boolean;
};

/** Returns the doubts from the lines before an opener that begins its own line. */
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
		// A single backtick is an ordinary character. Its partner could only follow later.
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

/** Returns the doubts from the text before an opener in the same line. */
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
	// Many chat templates put special tokens directly after the last word.
	return trust === 'token' ? {...said, inWords: 1} : {...said, doubts: 1, inWords: 1};
}

type How = {
	/** Whether the line does not end like a sentence. */
	readonly isOpen: boolean;
	/** Whether the line looks like the caption of an example, which is a doubt. */
	readonly isCaption: boolean;
};

/** Returns the doubts from a line of words before a call. */
function doubtsOfWords(line: string, {isOpen, isCaption}: How): Doubts {
	const sentence = line
		.split(/(?<=[.!?…।])\s+|(?<=[。！？])/u)
		.at(-1)!
		.replace(/^[\s*_#>-]+/, '');
	const isTold = says('forbidden', sentence) || says('telling', sentence);
	// Only the end of a long sentence was kept, so its beginning may hold a condition.
	const isCut = sentence.length >= keptMax - cutMax;
	const isLater = isCut || isPutOff(sentence);
	const intent = says('intent', sentence) && !isTold && !isLater ? 1 : 0;
	const isColon = /[:：]$/.test(sentence.replace(/[*_"'”’»)]+$/, ''));
	const isExample = says('example', sentence);
	const isSaid = isOpen && intent === 0 && saysWeakly(sentence);
	const shows = isExample && isOpen ? doubtsMax : isExample ? 1 : isSaid ? doubtsMax : 0;
	const warns = says('forbidden', sentence) ? 1 : 0;
	const points = says('pointing', sentence) || says('reported', sentence);
	// A caption, or words with a colon, introduce an example.
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

/** Whether the line ends like a sentence, or with a special mark of a model. */
function isSentence(line: string): boolean {
	return /[.!?…。！？।؟)）](?:["'”’»」』*_`]{0,3})$|(?:\|>|｜>|THINK\])$|<\/[\w:|｜-]+>$|\p{Extended_Pictographic}\uFE0F?$/u.test(
		line.trim(),
	);
}

/**
 * Whether the line is markup and not prose: a heading, an opening tag, a row of marks, or something
 * that was left open.
 */
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

/**
 * Whether the line opens a block of other markup, or ends within brackets, quotes or an element.
 */
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
