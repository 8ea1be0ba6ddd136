/**
 * `npm run smoke`: does what a new user does in a fresh checkout, in a real tmux: `npm start`, a
 * question, a card, the answer, and quit. Writes its counts for `.ci/run` and prints one line.
 */
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {execaSync} from 'execa';
import {isOnPath, provideSystemTools} from './system-tools.ts';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/agent-tui');
const folder = mkdtempSync(join(tmpdir(), 'agent-tui-smoke-'));
const lookAgainMs = 50;
const stepMsMax = 60_000;
const cardGuardMs = 700;

provideSystemTools();
const counts = isOnPath('tmux') ? await walk() : {passed: 0, failed: 0, skipped: 1};
mkdirSync(cache, {recursive: true});
writeFileSync(join(cache, 'smoke-counts.json'), JSON.stringify(counts));
console.log(`smoke: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function walk() {
	try {
		start();
		await see('? help');
		type('what is in this folder?');
		await see('Run this on this machine');
		await pause(cardGuardMs);
		tmux('send-keys', 'y');
		await see('This folder has');
		await see('? help');
		tmux('send-keys', 'C-x', 'q');
		await see('left with 0');
		return {passed: 1, failed: 0, skipped: 0};
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return {passed: 0, failed: 1, skipped: 0};
	} finally {
		tmux('kill-server');
		rmSync(folder, {recursive: true, force: true, maxRetries: 5});
	}
}

/** Starts the program with an empty home, and without API keys from this machine's environment. */
function start(): void {
	const keys = Object.keys(process.env).filter(name => /_API_KEY$|^AGENT_TUI_/.test(name));
	const without = keys.map(name => `-u ${name}`).join(' ');
	const command = `env ${without} AGENT_TUI_HOME='${join(folder, 'home')}' npm start`;
	tmux('new-session', '-d', '-x', '80', '-y', '24', '-c', root, 'sh');
	tmux('set-option', '-s', 'escape-time', '0');
	type(`clear; ${command}; echo "left with $?"`);
}

function type(line: string): void {
	tmux('send-keys', '-l', '--', line);
	tmux('send-keys', 'Enter');
}

async function see(words: string): Promise<void> {
	const deadline = Date.now() + stepMsMax;
	let screen = '';
	while (Date.now() < deadline) {
		screen = tmux('capture-pane', '-p');
		if (screen.includes(words)) {
			return;
		}
		await pause(lookAgainMs);
	}
	throw new Error(
		`“${words}” did not come up within ${stepMsMax / 1000} s. The screen:\n${screen}`,
	);
}

function tmux(...parameters: readonly string[]): string {
	const socket = join(folder, 'socket');
	const options = {
		env: {TMUX: '', LANG: 'C.UTF-8'},
		reject: false,
		stripFinalNewline: false,
	} as const;
	return execaSync('tmux', ['-S', socket, '-f', '/dev/null', ...parameters], options).stdout;
}
