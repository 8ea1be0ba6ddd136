import type {Word} from './reader.ts';
import {unknownWord} from './reader.ts';

type Finding = {
	readonly inner: (words: readonly Word[]) => void;
	readonly runs: () => void;
	readonly writes: (target: string) => void;
	readonly deletes: () => void;
};

/** `-exec … ;` and its kin run a command for what is found. */
export function inspectFind(rest: readonly Word[], {inner, runs, writes, deletes}: Finding): void {
	for (let at = 0; at < rest.length; at += 1) {
		const {text, isSeen} = rest[at]!;
		if (!isSeen && rest[at]!.isSplit && /^(?:[$`]|[*?]+$)/.test(text)) {
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

function endOfAction(rest: readonly Word[], from: number): number | null {
	const at = rest.findIndex(
		({text}, index) =>
			index >= from && (text === ';' || (text === '+' && rest[index - 1]?.text === '{}')),
	);
	return at === -1 ? null : at;
}

function foundWord(word: Word): Word {
	return word.text.includes('{}') ? {...word, isSeen: false, isSplit: word.text === '{}'} : word;
}
