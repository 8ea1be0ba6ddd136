import {safeWidths, type TerminalWidths} from '../../text/terminal-widths.ts';

/**
 * One cluster of each kind on whose width terminals disagree. The terminal prints it invisibly and
 * reports where the cursor is afterwards.
 */
const samples: Readonly<Record<keyof TerminalWidths, string>> = {
	family: '👨‍👩‍👧‍👦',
	tone: '👍🏽',
	flag: '🇩🇪',
	conjunct: 'क्षि',
	sign: '❤️',
};

const kinds = Object.keys(samples) as readonly (keyof TerminalWidths)[];

/**
 * The row in which the clusters are printed. The replies must differ from those to other questions
 * about the cursor (`view/paint/sight.ts`), which use smaller columns, and from F3, which looks
 * like a reply about the first row.
 */
const row = 2;
const columnBefore = 33;
const columnsMin = 48;

/**
 * The bytes that print the clusters invisibly and ask for the cursor's position after each. Write
 * them before the bytes that draw the screen, in the same write. Empty for a terminal that can't be
 * asked.
 */
export function widthQuestions({columns, term}: {columns: number; term: string}): string {
	if (columns < columnsMin || term === 'linux' || term === 'dumb') {
		return '';
	}
	const questions = kinds.map(
		kind => `\u001B[${row};${columnBefore + 1}H${samples[kind]}\u001B[6n`,
	);
	return `\u001B[8m${questions.join('')}\u001B[m`;
}

/** Collects the replies, which come in the order of the questions. */
export type WidthAnswers = {
	/** Call this with each input. Anything but a reply to these questions changes nothing. */
	readonly take: (reply: string) => void;
	readonly now: () => TerminalWidths;
	/** Calls the listener with the widths when all replies have come. */
	readonly onKnown: (listener: (widths: TerminalWidths) => void) => () => void;
};

export function collectWidths(): WidthAnswers {
	const found: number[] = [];
	const listeners = new Set<(widths: TerminalWidths) => void>();
	let widths = safeWidths;
	return {
		take(reply) {
			const column = answer.exec(reply)?.[1];
			const cells = Number(column) - columnBefore - 1;
			if (column === undefined || cells < 0 || found.length === kinds.length) {
				return;
			}
			found.push(cells);
			if (found.length === kinds.length) {
				widths = readWidths(found);
				for (const listener of listeners) {
					listener(widths);
				}
			}
		},
		now: () => widths,
		onKnown(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

const answer = new RegExp(`^\\u001B\\[${row};(\\d+)R$`);

/** Removes the terminal's replies from what was typed. */
export function withoutAnswers(typed: string): string {
	return typed.replace(new RegExp(`\\u001B\\[${row};\\d+R`, 'g'), '');
}

function readWidths(cells: readonly number[]): TerminalWidths {
	const [family = 8, tone = 4, flag = 2, conjunct = 3, sign = 2] = cells;
	return {family, tone, flag, conjunct, sign};
}
