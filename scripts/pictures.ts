/** `npm run pictures`: draws README's pictures from the screen of the built program in a real tmux. */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openPerson} from './picture-person.ts';
import {screenSvg} from './screen-svg.ts';

export const pictureFolder = join(import.meta.dirname, '../docs/pictures');

const themes = ['dark', 'light'] as const;
const size = {columns: 120, rows: 32};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	mkdirSync(pictureFolder, {recursive: true});
	for (const [name, svg] of Object.entries(await drawPictures())) {
		writeFileSync(join(pictureFolder, name), svg);
	}
}

/** The pictures by file name. They are the same each time: nothing in them tells of time or machine. */
export async function drawPictures(): Promise<Readonly<Record<string, string>>> {
	const pictures: Record<string, string> = {};
	for (const theme of themes) {
		for (const [name, screen] of Object.entries(await playStory(theme))) {
			pictures[`${name}-${theme}.svg`] = screenSvg(screen, {theme, columns: size.columns});
		}
	}
	return pictures;
}

/** A card with a diff, and then a command that runs beside the chat. */
async function playStory(theme: string): Promise<Readonly<Record<'card' | 'screen', string>>> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-pictures-'));
	const home = join(folder, 'home');
	const demo = join(home, 'demo');
	mkdirSync(demo, {recursive: true, mode: 0o700});
	writeFileSync(join(demo, 'notes.txt'), '# Notes\nbuy milk\ncall the dentist\nwater the plants\n');
	const person = openPerson({folder, home, demo, theme, ...size});
	try {
		await person.see('? help');
		person.say('replace “buy milk” with “buy oat milk” in notes.txt');
		await person.see('Esc later');
		await person.see('buy oat milk');
		const card = await person.still();
		person.press('y');
		await person.see('is done, as it was shown');
		person.say('!cat notes.txt; grep -c . notes.txt');
		await person.see('│4 ');
		await person.see('✓ 0');
		const screen = await person.still();
		return {card: withoutPlace(card, demo), screen: withoutPlace(screen, demo)};
	} finally {
		person.close();
		rmSync(folder, {recursive: true, force: true});
	}
}

/** A person's folder instead of a temporary one; the border of its row stays as long. */
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

/** The same for pictures that differ only in how long something took. */
export function withoutTimes(svg: string): string {
	return svg
		.replace(/ (?:x|textLength|width)="[\d.]+"/g, '')
		.replace(/>(?:·?\d+(?:\.\d+)?|m?s)</g, '>some<')
		.replace(/─+/g, '─')
		.replace(/●+/g, '●');
}
