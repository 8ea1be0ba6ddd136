import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openPerson} from './picture-person.ts';

export const phoneSize = {columns: 60, rows: 20};
export const deskSize = {columns: 200, rows: 60};

/**
 * The script that the agent runs in the story. It waits until the agent has changed a file, which
 * needs a card.
 */
const deployment = `#!/bin/sh
echo '1/3 built'
echo '2/3 on the staging machine; waits for “public: yes” in release.txt'
until grep -q 'public: yes' release.txt; do sleep 0.1; done
echo '3/3 deployed'
`;

const main = join(import.meta.dirname, '../dist/main.js');

/**
 * Plays the story of README's attach pictures: a laptop is closed during a deployment, the card is
 * answered from a phone, and back at the desk nothing was lost.
 */
export async function playAttachStory(theme: string): Promise<{
	readonly demo: string;
	readonly screens: Readonly<Record<'phone' | 'desk', string>>;
}> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-pictures-'));
	const home = join(folder, 'home');
	const demo = join(home, 'demo');
	mkdirSync(demo, {recursive: true, mode: 0o700});
	writeFileSync(join(demo, 'deploy.sh'), deployment, {mode: 0o755});
	writeFileSync(join(demo, 'release.txt'), 'version: 2.4\npublic: no\n');
	const places = {folder, home, demo, theme};
	const open: ReturnType<typeof openPerson>[] = [];
	const sit = (how: Omit<Parameters<typeof openPerson>[0], keyof typeof places>) => {
		const person = openPerson({...places, ...how});
		open.push(person);
		return person;
	};
	try {
		const laptop = sit({columns: 120, rows: 32, parameters: []});
		await laptop.see('? help');
		laptop.say('!./deploy.sh');
		await laptop.see('2/3');
		laptop.press('C-x', '1');
		laptop.say('replace “public: no” with “public: yes” in release.txt');
		await laptop.see('Esc later');
		// The window disappears, as when the laptop is closed.
		laptop.close();
		const login = {SSH_CONNECTION: '192.0.2.7 50000 192.0.2.1 22'};
		const phone = sit({...phoneSize, parameters: ['attach'], login});
		await phone.see('public: yes');
		await phone.see('Esc later');
		// The status line shows how long the card has waited. With two digits of seconds the picture is
		// always the same.
		await phone.see(/ [1-5]\d s /);
		const asked = await phone.still();
		phone.press('y');
		await phone.see('? help');
		phone.close();
		const desk = sit({...deskSize, parameters: ['attach']});
		await desk.see('3/3 deployed');
		return {demo, screens: {phone: asked, desk: await desk.still()}};
	} finally {
		for (const person of open) {
			person.close();
		}
		const env = {PATH: process.env['PATH'], HOME: home, AGENT_TUI_HOME: join(home, '.agent-tui')};
		execFileSync(process.execPath, [main, 'stop', '--all', '--now'], {env, stdio: 'ignore'});
		rmSync(folder, {recursive: true, force: true, maxRetries: 5});
	}
}
