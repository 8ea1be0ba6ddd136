import {describe, expect, it} from 'vitest';
import {safeWidths, type TerminalWidths} from '../../../source/text/terminal-widths.ts';
import {
	collectWidths,
	widthQuestions,
	withoutAnswers,
} from '../../../source/view/paint/width-questions.ts';

describe('what the terminal is asked', () => {
	it('is five clusters, hidden, each in the same place and followed by a question', () => {
		const asked = widthQuestions({columns: 80, term: 'xterm-256color'});
		expect(asked.match(/\u001B\[2;34H[^\u001B]+\u001B\[6n/gu)).toHaveLength(5);
		expect(asked).toMatch(/^\u001B\[8m.*\u001B\[m$/su);
	});

	it('is nothing where there is no room, and on a console that draws none of them', () => {
		expect(widthQuestions({columns: 40, term: 'xterm'})).toBe('');
		expect(widthQuestions({columns: 80, term: 'linux'})).toBe('');
	});
});

describe('what it answers', () => {
	it('counts once all five are there; until then every cell that may be taken is left', () => {
		const answers = collectWidths();
		const heard: TerminalWidths[] = [];
		answers.onKnown(widths => heard.push(widths));
		for (const column of [36, 38, 36, 37]) {
			answers.take(`\u001B[2;${column}R`);
		}
		expect(answers.now()).toBe(safeWidths);
		answers.take('\u001B[2;35R');
		expect(answers.now()).toEqual({family: 2, tone: 4, flag: 2, conjunct: 3, sign: 1});
		expect(heard).toEqual([answers.now()]);
	});

	it('is told from other answers: about a card, in other rows, of other things', () => {
		const answers = collectWidths();
		for (const other of ['\u001B[2;31R', '\u001B[3;40R', '\u001B[?62c', '\u001B[1;2R']) {
			for (let count = 0; count < 5; count += 1) {
				answers.take(other);
			}
		}
		expect(answers.now()).toBe(safeWidths);
	});

	it('is no typing', () => {
		expect(withoutAnswers('he\u001B[2;36Rl\u001B[2;38Rlo')).toBe('hello');
		expect(withoutAnswers('\u001B[A')).toBe('\u001B[A');
	});
});
