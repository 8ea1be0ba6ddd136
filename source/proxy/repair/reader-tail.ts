import type {Trust} from './formats/format.ts';
import {doubtsMax} from './reader-judge.ts';

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
export function behind({rest, isSameLine, isAll, trust}: Rest): Behind {
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
	// Another value behind one is perhaps a call that nobody knows.
	const isOther = (trust === 'bare' || trust === 'data') && !/^[{[]/.test(rest);
	const isOne = closing.test(rest) || (isSameLine && goingOn.test(rest));
	return {type: 'words', doubts: isOther || isOne ? doubtsMax : 1};
}
