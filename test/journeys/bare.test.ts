import {describe, expect, it} from 'vitest';
import {answerMsMax} from '../../source/view/paint/sight.ts';
import {cardAnswers} from '../helpers/answer-card.ts';
import {type BareTerminal, openBareTerminal} from '../helpers/bare-terminal.ts';
import {findBoxes} from '../helpers/boxes.ts';
import {bytesOfKey} from '../helpers/key-bytes.ts';

describe('in a terminal without tmux', () => {
	it('a first run goes from the question to the answer, and gives the terminal back', async () => {
		const terminal = openBareTerminal();
		terminal.write('what is in this folder?\r');
		await terminal.see('Run this on this machine');
		await answerCard(terminal, 'y');
		await terminal.see('This folder has 2 entries');
		await terminal.see('? help');
		terminal.write('\u0018q');
		expect(await terminal.ended).toBe(0);
		await terminal.see(/^Go on with this session: agent-tui resume \S+/m);
		expect(terminal.cursor().visible).toBe(true);
		for (const mode of ['1049', '2004', '1004']) {
			expect(lastSwitch(terminal, mode)).toBe('l');
		}
		expect(lastSwitch(terminal, '7')).toBe('h');
	});

	it('the screen after a resize is as if it had always been so', async () => {
		const terminal = openBareTerminal();
		terminal.write('show me some Markdown\r');
		await terminal.see('console.log(greeting)');
		await terminal.see('? help');
		for (const [columns, rows] of [
			[120, 40],
			[40, 10],
			[200, 60],
			[81, 25],
			[60, 50],
		] as const) {
			terminal.resize(columns, rows);
			const screen = await drawnAt(terminal, {columns, rows});
			await terminal.scribble('\u001B[2J');
			terminal.write('\f');
			await drawnAt(terminal, {columns, rows});
			expect(terminal.screen()).toBe(screen);
			expect(findBoxes(screen).broken).toEqual([]);
		}
	});

	it('frames are marked as such only where the terminal says that it knows the mark', async () => {
		const knowing = openBareTerminal({
			answers: {'\u001B[?2026$p': '\u001B[?2026;2$y', '\u001B[c': '\u001B[?62;22c'},
		});
		await redraw(knowing);
		expect(knowing.bytes()).toContain('\u001B[?2026h');
		const silent = openBareTerminal();
		await redraw(silent);
		expect(silent.bytes()).not.toContain('\u001B[?2026h');
	});

	it('nothing is coloured where the user wants no colours, and all can be read', async () => {
		const terminal = openBareTerminal({env: {NO_COLOR: '1'}});
		await sayThanks(terminal);
		expect(terminal.bytes()).not.toMatch(/\u001B\[[\d;]*(?:3[0-8]|4[0-8]|9[0-7])[;m]/);
	});

	it('borders are plain characters where the locale knows no others', async () => {
		const terminal = openBareTerminal({env: {LANG: 'C', LC_ALL: 'en_US.ISO-8859-1'}});
		await sayThanks(terminal);
		expect(terminal.screen()).toMatch(/^[\u0000-\u007F]*$/);
		expect(terminal.screen()).toContain('+- chat');
	});

	it('an idle screen sends nothing', async () => {
		const terminal = openBareTerminal();
		await sayThanks(terminal);
		let seen = 0;
		const grown = () => {
			const before = seen;
			seen = terminal.bytes().length;
			return seen - before;
		};
		await expect.poll(grown, {interval: 1500}).toBe(0);
	});
});

async function sayThanks(terminal: BareTerminal): Promise<void> {
	terminal.write('thanks\r');
	await terminal.see('You are welcome. What next?');
	await terminal.see('? help');
}

async function redraw(terminal: BareTerminal): Promise<void> {
	await sayThanks(terminal);
	await terminal.scribble('\u001B[2J');
	terminal.write('\f');
	await terminal.see('You are welcome. What next?');
	await terminal.see('? help');
}

/** Whether this private mode was switched on or off at last. */
function lastSwitch(terminal: BareTerminal, mode: string): string | undefined {
	const switches = [...terminal.bytes().matchAll(/\u001B\[\?([\d;]+)([hl])/g)];
	return switches.findLast(([, modes]) => modes!.split(';').includes(mode))?.[2];
}

/** A terminal that answers nothing is known for one only when its time to answer is over. */
async function answerCard({screen, see, write}: BareTerminal, key: string): Promise<void> {
	const press = (...keys: readonly string[]) => write(keys.map(bytesOfKey).join(''));
	await cardAnswers({screen, see, press}, {drawnMs: answerMsMax + 50})(key);
}

async function drawnAt(
	terminal: BareTerminal,
	{columns, rows}: {columns: number; rows: number},
): Promise<string> {
	await expect
		.poll(
			() => {
				const {whole, broken} = findBoxes(terminal.screen());
				const bottom = Math.max(0, ...whole.map(box => box.y + box.height));
				const right = Math.max(0, ...whole.map(box => box.x + box.width));
				const status = terminal.screen().split('\n')[rows - 1];
				return broken.length === 0 && bottom === rows - 1 && right === columns && status !== '';
			},
			{interval: 20},
		)
		.toBe(true);
	return terminal.screen();
}
