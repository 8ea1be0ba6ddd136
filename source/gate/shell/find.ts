import type {Word} from './reader.ts';
import {unknownWord} from './reader.ts';

type Finding = {
	readonly inner: (words: readonly Word[]) => void;
	readonly runs: () => void;
	readonly writes: (target: string) => void;
	readonly deletes: () => void;
	/**
	 * Whether the word is a variable that the line itself sets, so that it can be any action of
	 * `find`.
	 */
	readonly isChosen: (word: Word) => boolean;
};

/** Handles `-exec … ;` and similar actions of `find`, which run a command for each file found. */
export function inspectFind(
	rest: readonly Word[],
	{inner, runs, writes, deletes, isChosen}: Finding,
): void {
	const first = rest.findIndex(({text}) => /^[-(!]/.test(text));
	for (let at = 0; at < rest.length; at += 1) {
		const {text, isSeen} = rest[at]!;
		const before = rest[at - 1]?.text ?? '';
		const isStart = first === -1 || at < first;
		const isValue = valued.test(before) || (isStart && !isChosen(rest[at]!));
		if (!isSeen && (rest[at]!.isSplit || !isValue) && /^(?:[$`-]|[*?]+$)/.test(text)) {
			runs();
		}
		if (/^-(?:exec|execdir|ok|okdir)$/.test(text)) {
			const end = endOfAction(rest, at + 1);
			if (end === null) {
				runs();
			}
			inner(rest.slice(at + 1, end ?? rest.length).map(foundWord));
			at = end ?? rest.length;
		} else if (/^(?:-[xX]|--exec(?:-batch)?)$/.test(text)) {
			inner([...rest.slice(at + 1).map(foundWord), unknownWord]);
			return;
		} else if (/^-(?:fprint|fprint0|fprintf|fls)$/.test(text)) {
			writes(rest[at + 1]?.text ?? '');
		} else if (text === '-delete') {
			deletes();
		} else if (/^-files0-from/.test(text) || /^--(?:exec|config)/.test(text)) {
			runs();
		}
	}
}

/** The word after one of these options is always a value. */
const valued =
	/^-(?:i?name|i?path|i?wholename|i?regex|i?lname|[acm](?:min|time)|newer\w*|size|type|user|group|perm|links|inum|samefile|maxdepth|mindepth|fstype|regextype|printf|[edEtSgI]|[aop]|-extension|-type|-exclude|-glob|-max-depth)$/;

function endOfAction(rest: readonly Word[], from: number): number | null {
	for (let at = from; at < rest.length; at += 1) {
		const {text} = rest[at]!;
		if (text === ';' || (text === '+' && rest[at - 1]?.text === '{}')) {
			return at;
		}
	}
	return null;
}

function foundWord(word: Word): Word {
	return word.text.includes('{}') ? {...word, isSeen: false, isSplit: word.text === '{}'} : word;
}
