import type {Trust} from './formats/format.ts';
import type {Place} from './reader-place.ts';

/** What an opener at this place is. */
export type Judgement =
	/** Meant, if what follows it lets it stand. */
	| {readonly type: 'meant'; readonly tail: TailRule; readonly mustBeKnown: boolean}
	/** Only shown: it is text, and so is everything in it. */
	| {readonly type: 'shown'}
	/** Not even that: one letter of text. */
	| {readonly type: 'text'};

export type TailRule =
	/** Anything may follow. */
	| 'anything'
	/** No more words in its line. */
	| 'line'
	/** Nothing but further calls to the end of the reply. */
	| 'reply';

const indentMax = 3;
const shown: Judgement = {type: 'shown'};

/** Precision before recall: a wrong call may run what the model had just advised against. */
export function judge(trust: Trust, {place, head}: {place: Place; head: string}): Judgement {
	if (place.since !== null && head.trim() === '') {
		return place.since === 'shown' ? shown : meant(trust, false);
	}
	if (place.isLazyQuote && trust !== 'token') {
		return shown;
	}
	const isLineStart = place.isLineStart;
	const before = isLineStart ? place.lastLine : head;
	if (announcesExample(before, isLineStart)) {
		return shown;
	}
	if (!isLineStart) {
		return midLine(trust, head);
	}
	const isIndented = head.includes('\t') || head.length > indentMax;
	return isIndented && trust !== 'token' ? shown : meant(trust, false);
}

function meant(trust: Trust, mustBeKnown: boolean): Judgement {
	const tail = trust === 'token' ? 'anything' : trust === 'bare' ? 'reply' : 'line';
	return {type: 'meant', tail, mustBeKnown};
}

/** Within a line, tags are meant only right after a sentence; special tokens unless quoted. */
function midLine(trust: Trust, head: string): Judgement {
	const before = head.trimEnd();
	const isListMark = /^\s*(?:[-*+]|\d{1,3}[.)])$/.test(before);
	if (trust === 'plain-tag' || trust === 'bare') {
		return {type: 'text'};
	}
	const isAfterSentence =
		/[.!?…。！？](?:[”’)*_]{0,3})$|<\/[\w:]+>$|\|>$|THINK\]$|\p{Extended_Pictographic}\uFE0F?$/u.test(
			before,
		);
	const isQuoted = /["'`“‘«([{|=<\\/+]$/.test(before);
	if (isListMark || (trust === 'tag' ? !isAfterSentence || /"$|'$/.test(before) : isQuoted)) {
		return shown;
	}
	return {type: 'meant', tail: 'line', mustBeKnown: true};
}

const exampleWords =
	/\b(?:examples?|e\.g|for instance|looks? like|like (?:this|so)|formats?|syntax|sample|would|template|means|shows?|wrote|writes|emits|emitted|outputs|prints|printed|returns|returned|replies|replied|answers|answered|produces|produced|generates|generated|sends|sent|expects|said|says|log|transcript of|quote|instead of|here(?:'s| is) (?:what|how|an?)|never|not|don't|do not)\b|z\. ?B\./i;
const surelyExample = /\bexamples?\b|\bfor instance\b|\be\.g\b/i;
/** Alone in a line: somebody's turn in a conversation that is quoted. */
const speaker = /^\W*(?:assistant|user|human|model|system|tool|ai)\W*[:：]\W*$/i;
const ownIntent = /\b(?:I'll|I will|I'm going to|I am going to|let me|let's|now I)\b/i;

/** Words that say: what follows is an example. */
function announcesExample(before: string, isLineStart: boolean): boolean {
	const line = before.trim();
	const isSentence = /[.!?…。！？)]$/.test(line) || /<\/?[^<>]*>$/.test(line);
	if (isSentence || (!isLineStart && !/[:：]$/.test(line))) {
		return false;
	}
	return (
		(isLineStart && speaker.test(line)) ||
		surelyExample.test(line.slice(-80)) ||
		(exampleWords.test(line) && !ownIntent.test(line))
	);
}
