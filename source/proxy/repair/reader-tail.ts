import type {Trust} from './formats/format.ts';
import {doubtsMax, type Meant} from './reader-judge.ts';
import {waitingOf} from './reader-waiting.ts';

/** What follows attempts that are whole. */
export type Behind =
	/** Too little of it has come. */
	| {readonly type: 'wait'}
	/** A mark that says nothing: go on behind it. */
	| {readonly type: 'mark'; readonly length: number}
	| {readonly type: 'words'; readonly doubts: number};

const wait: Behind = {type: 'wait'};
const markMax = 48;

type Rest = {
	/** From its first visible letter on. */
	readonly rest: string;
	/** It stands in the line in which the attempt ends. */
	readonly isSameLine: boolean;
	readonly isAll: boolean;
	readonly trust: Trust;
	readonly meant: Meant;
};

/** Tokens that end a turn, and closing tags of calls: models leave them behind. */
const marks =
	/^(?:<\|[\w/▁:-]{1,40}\|?>|<[｜‖][^｜‖<>]{1,40}[｜‖]>|<\/(?:s|[\w:-]{0,24}?(?:tool_?calls?|tool_use|function_?calls?|function|invoke|tools|action|answer|response|reply))>|\[\/[A-Z_]{3,20}\]|<(?:eos|end_of_turn|\w{1,40}\|)>)/;
const thoughtsEnd =
	/^(?:<\/(?:think|thinking|thought|thoughts|reasoning|seed:think)>|\[\/THINK\]|<\|END_THINKING\|>|◁\/think▷)/;
/** It closes something that was open around the call, or goes on in the same sentence. */
const closing = /^(?:["'“”’»›」』）)\]},;|└╰│\\]|<\/|[-=.+*_~]{4,}|:::|#\+|-->)/u;
const goingOn = /^[\p{Ll}.:!?。、，：]/u;

/** Where the model goes on to speak, it perhaps spoke of the call. */
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
	// Another value behind one is perhaps a call that nobody knows.
	const isData = trust === 'bare' || trust === 'data';
	const isOther = isData && !meant.isAnnounced && !/^[{[]/.test(rest);
	return {type: 'words', doubts: isOther ? doubtsMax : 1};
}
