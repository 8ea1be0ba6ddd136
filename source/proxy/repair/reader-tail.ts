import type {Trust} from './formats/format.ts';
import {doubtsMax, type Meant} from './reader-judge.ts';
import {waitingOf} from './reader-waiting.ts';
import {says} from './reader-words.ts';

/** What the text after complete attempts says about them. */
export type Behind =
	/** There is too little text to decide. */
	| {readonly type: 'wait'}
	/** A mark without meaning, to be skipped. */
	| {readonly type: 'mark'; readonly length: number}
	| {readonly type: 'words'; readonly doubts: number};

const wait: Behind = {type: 'wait'};
const markMax = 48;

type Rest = {
	/** The text after the attempts, from its first visible character on. */
	readonly rest: string;
	/** Whether that text is in the line in which the attempts end. */
	readonly isSameLine: boolean;
	readonly isAll: boolean;
	readonly trust: Trust;
	readonly meant: Meant;
};

/** Matches tokens that end a turn, and closing tags of calls, which models leave behind. */
const marks =
	/^(?:<\|[\w/▁:-]{1,40}\|?>|<[｜‖][^｜‖<>]{1,40}[｜‖]>|<\/(?:s|[\w:-]{0,24}?(?:tool_?calls?|tool_use|function_?calls?|function|invoke|tools|action|answer|response|reply))>|\[\/[A-Z_]{3,20}\]|<(?:eos|end_of_turn|\w{1,40}\|)>)/;
const thoughtsEnd =
	/^(?:<\/(?:think|thinking|thought|thoughts|reasoning|seed:think)>|\[\/THINK\]|<\|END_THINKING\|>|◁\/think▷)/;
/** Matches text that closes what was open around the call, or continues the same sentence. */
const closing = /^(?:["'“”’»›」』）)\]},;|└╰│\\]|<\/|[-=.+*_~]{4,}|:::|#\+|-->)/u;
const goingOn = /^[\p{Ll}.:!?。、，：]/u;

/** At most this much of the text after a call is judged. */
const sentenceMax = 240;

/** Returns the first sentence after a call; null if it is not complete yet. */
function sentenceOf(rest: string, isAll: boolean): string | null {
	const kept = rest.slice(0, sentenceMax);
	const end = kept.search(/[.!?…。！？।\n]/u);
	return end >= 0 ? kept.slice(0, end) : isAll || kept.length === sentenceMax ? kept : null;
}

/**
 * Judges the text after attempts: if the model continues to speak, it may have meant an example.
 */
export function behind({rest, isSameLine, isAll, trust, meant}: Rest): Behind {
	if (!isAll && /^[<[◁]/.test(rest) && rest.length < markMax && !/^.[^>\]▷]*[>\]▷]/u.test(rest)) {
		return wait;
	}
	if (thoughtsEnd.test(rest)) {
		return {type: 'words', doubts: doubtsMax};
	}
	const mark = marks.exec(rest)?.[0];
	if (mark !== undefined) {
		return {type: 'mark', length: mark.length};
	}
	if (!isAll && /^[-=.+*_~]{1,3}$/.test(rest)) {
		return wait;
	}
	if (closing.test(rest) || (isSameLine && goingOn.test(rest))) {
		return {type: 'words', doubts: doubtsMax};
	}
	const waiting = isSameLine ? 'no' : waitingOf(rest, isAll);
	if (waiting === 'maybe') {
		return wait;
	}
	if (waiting === 'waits' || (waiting === 'expects' && meant.isAnnounced)) {
		return {type: 'words', doubts: 0};
	}
	const sentence = sentenceOf(rest, isAll);
	if (sentence === null) {
		return wait;
	}
	// The text afterwards says that the call was an example.
	if (says('example', sentence) || says('forbidden', sentence)) {
		return {type: 'words', doubts: doubtsMax};
	}
	// Another value after a call may be a call of an unknown tool.
	const isData = trust === 'bare' || trust === 'data';
	const isOther = isData && !meant.isAnnounced && !/^[{[]/.test(rest);
	return {type: 'words', doubts: isOther ? doubtsMax : 1};
}
