import {
	type CellStyle,
	isSameLook,
	plainStyle,
	selectStyle,
	showsOnBlanks,
	styleAt,
	wordsPerCell,
} from './cell-style.ts';
import type {EmulatorLine} from './emulator.ts';
import {isSimpleLine, rowPieces, simpleCharacter} from './row-cells.ts';

export type RowRequest = {
	readonly columns: number;
	readonly linkTarget: (id: number) => string | undefined;
	/** Leaves out blanks at the end that have no visible style. */
	readonly isTrimmed: boolean;
};

/** Renders one row as text with SGR and OSC 8 links, and no other escape sequences. */
export function renderRow(line: EmulatorLine, request: RowRequest): string {
	const writer = createRowWriter(line, request);
	if (isSimpleLine(line, request.columns)) {
		for (let column = 0; column < request.columns; column += 1) {
			const character = simpleCharacter(line, column);
			if (character !== '') {
				writer.put(character, column);
			}
		}
	} else {
		for (const piece of rowPieces(line, request.columns)) {
			writer.put(piece.text, piece.column);
		}
	}
	return writer.end();
}

type RowWriter = {
	readonly put: (text: string, column: number) => void;
	readonly end: () => string;
};

function createRowWriter(
	line: EmulatorLine,
	{linkTarget, isTrimmed}: Omit<RowRequest, 'columns'>,
): RowWriter {
	let row = '';
	let blanks = 0;
	let current = plainStyle;
	let target = '';
	// The packed words of the previous cell. Neighbours mostly share a style, which is then known.
	let foreground = 0;
	let background = 0;
	let style = plainStyle;

	const change = (next: CellStyle): void => {
		const nextTarget = next.link === 0 ? '' : safeTarget(linkTarget(next.link));
		if (nextTarget !== target) {
			row += `\u001B]8;;${nextTarget}\u001B\\`;
			target = nextTarget;
		}
		row += isSameLook(current, next) ? '' : selectStyle(next);
		current = next;
	};
	const put = (text: string, column: number): void => {
		const at = column * wordsPerCell;
		if (
			line._data[at + 1] !== foreground ||
			line._data[at + 2] !== background ||
			style.isExtended
		) {
			foreground = line._data[at + 1]!;
			background = line._data[at + 2]!;
			style = styleAt(line, column);
		}
		if (text === ' ' && !showsOnBlanks(style) && !showsOnBlanks(current)) {
			blanks += 1;
			return;
		}
		row += blanks === 0 ? '' : ' '.repeat(blanks);
		blanks = 0;
		if (style !== current) {
			change(style);
		}
		if (text === ' ' && !showsOnBlanks(style)) {
			blanks = 1;
		} else {
			row += text;
		}
	};
	return {
		put,
		end() {
			row += isTrimmed ? '' : ' '.repeat(blanks);
			if (current !== plainStyle) {
				change(plainStyle);
			}
			return row;
		},
	};
}

/**
 * Returns the link's address, or an empty text (which means plain text) if neither a browser nor a
 * mail program opens such a link.
 */
function safeTarget(target = ''): string {
	const isSafe =
		target.length <= linkLengthMax &&
		/^(?:https?|ftp|file|mailto):[^\u0000-\u0020\u007F-\u009F]*$/i.test(target);
	return isSafe ? target : '';
}

const linkLengthMax = 2048;
