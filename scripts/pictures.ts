/** `npm run pictures`: draws README's pictures from the screen of the built program in a real tmux. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {deskSize, phoneSize, playAttachStory} from './attach-story.ts';
import {openPerson} from './picture-person.ts';
import {screenSvg, walkSvg} from './screen-svg.ts';

export const pictureFolder = join(import.meta.dirname, '../docs/pictures');

const themes = ['dark', 'light'] as const;
const size = {columns: 120, rows: 32};
/** Matches a row of `ls -l`: kind and links, owners, size, date. */
const listed = /([d-][rwx-]{9} +\d+ )(\S+ +\S+)( +\d+ )([A-Z][a-z]{2} +\d+ +[\d:]+)/g;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	mkdirSync(pictureFolder, {recursive: true});
	for (const [name, svg] of Object.entries(await drawPictures())) {
		writeFileSync(join(pictureFolder, name), svg);
	}
}

/** Draws the pictures, by file name. They are the same on every machine and at any time. */
export async function drawPictures(): Promise<Readonly<Record<string, string>>> {
	const pictures: Record<string, string> = {};
	for (const theme of themes) {
		pictures[`walk-${theme}.svg`] = walkSvg(await playWalk(theme), {
			theme,
			columns: size.columns,
		});
		for (const [name, screen] of Object.entries(await playStory(theme))) {
			pictures[`${name}-${theme}.svg`] = screenSvg(screen, {theme, columns: size.columns});
		}
		const {demo, screens} = await playAttachStory(theme);
		for (const [name, {columns}] of [
			['phone', phoneSize],
			['desk', deskSize],
		] as const) {
			const screen = withoutPlace(screens[name], demo);
			pictures[`${name}-${theme}.svg`] = screenSvg(screen, {theme, columns});
		}
	}
	return pictures;
}

/** Plays a card with a diff, and then a command that runs beside the chat. */
async function playStory(theme: string): Promise<Readonly<Record<'card' | 'screen', string>>> {
	const {person, demo, close} = openPlace(theme);
	try {
		await person.see('? help');
		person.say('replace “buy milk” with “buy oat milk” in todo.md');
		await person.see('Esc later');
		await person.see('buy oat milk');
		const card = await person.still();
		person.press('y');
		await person.see('is done, as it was shown');
		person.say('!cat todo.md; grep -c . todo.md');
		await person.see('│4 ');
		await person.see('✓ 0');
		const screen = await person.still();
		return {card: withoutPlace(card, demo), screen: withoutPlace(screen, demo)};
	} finally {
		close();
	}
}

type Step = {readonly typed: string; readonly screen: string};

/** Plays README's tour of the first five minutes. */
async function playWalk(theme: string): Promise<readonly Step[]> {
	const {person, demo, close} = openPlace(theme);
	const steps: Step[] = [];
	const keep = async (typed: string) => {
		steps.push({typed, screen: withoutOwners(withoutPlace(await person.still(), demo))});
	};
	try {
		await person.see('? help');
		await keep('npm start');
		person.say('what is in this folder?');
		await person.see('Esc later');
		await keep('what is in this folder?  Enter');
		await person.still();
		person.press('y');
		await person.see('This folder has');
		await keep('y');
		person.say('start node');
		await person.see('Esc later');
		await person.still();
		person.press('y');
		await person.see('Welcome to Node.js');
		await keep('start node  Enter, and y on its card');
		person.press('C-x');
		person.press('i');
		await person.still();
		person.say('6 * 7');
		await person.see('42');
		await keep('Ctrl+X i takes the keyboard:  6 * 7  Enter');
		person.press('C-x');
		person.press('i');
		await person.still();
		person.press('C-p');
		await person.see('╭─ Commands');
		await keep('Ctrl+X i hands it back; Ctrl+P finds every command');
		return steps;
	} finally {
		close();
	}
}

/** Makes a home with a small folder in it, and opens the program there. */
function openPlace(theme: string) {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-pictures-'));
	const home = join(folder, 'home');
	const demo = join(home, 'demo');
	mkdirSync(demo, {recursive: true, mode: 0o700});
	writeFileSync(join(demo, 'todo.md'), '# To do\nbuy milk\ncall the dentist\nwater the plants\n');
	const person = openPerson({folder, home, demo, theme, ...size});
	const close = () => {
		person.close();
		rmSync(folder, {recursive: true, force: true});
	};
	return {person, demo, close};
}

/** Replaces owners and dates of files, which differ between machines. */
function withoutOwners(screen: string): string {
	return screen.replace(
		listed,
		(_, kind: string, owner: string, size: string, date: string) =>
			`${kind}${'me me'.padEnd(owner.length)}${size}${'Nov 19 10:00'.padEnd(date.length)}`,
	);
}

/**
 * Replaces the path of the temporary folder by `~/demo`, and keeps the length of the border in its
 * row.
 */
function withoutPlace(screen: string, demo: string): string {
	return screen
		.split('\n')
		.map(row => {
			const shorter = row.replaceAll(demo, '~/demo');
			const line = '─'.repeat(Math.max(0, demo.length - '~/demo'.length));
			return shorter === row ? row : shorter.replace(/─(?=[^─]*$)/, `${line}─`);
		})
		.join('\n');
}

/** Removes what may differ between two runs: durations and the widths that depend on them. */
export function withoutTimes(svg: string): string {
	return (
		svg
			.replace(/ (?:x|textLength|width)="[\d.]+"/g, '')
			.replace(/>(?:·?\d+(?:\.\d+)?|m?s|v\d[\d.]*)</g, '>some<')
			.replace(/─+/g, '─')
			// Also remove how busy each layer was.
			.replace(/(?:<text [^>]*>●+<\/text>\n)+/g, '●\n')
	);
}
