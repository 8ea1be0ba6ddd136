import {type TerminalWidths, widthIn} from '../../source/text/terminal-widths.ts';
import {clusters} from '../../source/text/width.ts';

export type Box = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly title: string;
};

export type Boxes = {
	readonly whole: readonly Box[];
	/** A sentence for each border that begins and does not come to its end. */
	readonly broken: readonly string[];
};

/** Every pane on a captured screen: from each top left corner around to where it began. */
export function findBoxes(screen: string): Boxes {
	const rows = screen.split('\n').map(cellsOf);
	const at = (x: number, y: number) => rows[y]?.[x] ?? ' ';
	const whole: Box[] = [];
	const broken: string[] = [];
	rows.forEach((row, y) => {
		row.forEach((cell, x) => {
			if (cell === '╭') {
				const found = follow(at, {x, y, columns: row.length});
				if (typeof found === 'string') {
					broken.push(`${found}, of the box at column ${x}, row ${y}`);
				} else {
					whole.push(found);
				}
			}
		});
	});
	const corners = rows.flat().filter(cell => /[╭╮╰╯]/.test(cell)).length;
	if (corners !== 4 * whole.length && broken.length === 0) {
		broken.push(`${corners} corners are too many for ${whole.length} boxes`);
	}
	return {whole, broken};
}

const tmuxWidths: TerminalWidths = {family: 2, tone: 4, flag: 2, conjunct: 3, sign: 1};

type Look = (x: number, y: number) => string;

function follow(at: Look, {x, y, columns}: {x: number; y: number; columns: number}): Box | string {
	let right = x + 1;
	while (right < columns && at(right, y) !== '╮') {
		right += 1;
	}
	if (at(right, y) !== '╮') {
		return 'the top border has no end';
	}
	let bottom = y + 1;
	while (at(x, bottom) === '│' && at(right, bottom) === '│') {
		bottom += 1;
	}
	if (at(x, bottom) !== '╰' || at(right, bottom) !== '╯') {
		return `the sides end at row ${bottom} with “${at(x, bottom)}” and “${at(right, bottom)}”`;
	}
	const top = Array.from({length: right - x - 1}, (_, index) => at(x + 1 + index, y)).join('');
	return {
		x,
		y,
		width: right - x + 1,
		height: bottom - y + 1,
		title: /^─ (.*?) ─/.exec(top)?.[1] ?? '',
	};
}

/** What fills several cells holds nothing but in the first, counted as tmux does. */
function cellsOf(row: string): readonly string[] {
	return clusters(row).flatMap(cluster => {
		const width = widthIn(tmuxWidths, cluster);
		return width === 0 ? [] : [cluster.text, ...Array.from({length: width - 1}, () => '')];
	});
}
