import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {runBriefly} from '../../platform/exec.ts';
import type {Environment} from '../../platform/folders.ts';
import {runEditor} from '../../platform/run-editor.ts';
import {copyText} from '../../view/clipboard.ts';
import type {SystemServices} from '../../view/input/input-ports.ts';
import type {Compositor} from '../../view/paint/compositor.ts';
import {openTerminalLoan} from '../../view/paint/suspend.ts';
import type {Booted} from './boot.ts';

/** Services of the operating system: clipboard, editor, suspend. */
export function createSystemServices({
	booted,
	env,
	compositor,
	folder,
}: {
	booted: Booted;
	env: Environment;
	compositor: Compositor;
	/** The folder in which copied texts are saved if no clipboard takes them. */
	folder: string;
}): SystemServices {
	const {modes, clock, output} = booted;
	const loan = openTerminalLoan({process, modes, compositor, clock});
	return {
		redraw: compositor.repaint,
		suspend: () => void loan.suspend(),
		edit: text => loan.lend(() => editFile(text, env)),
		close: loan.close,
		copy: text =>
			copyText(text, {
				env,
				write: sequence => {
					output.write(sequence, () => {});
				},
				loadTmuxBuffer: content =>
					runBriefly('tmux', ['load-buffer', '-'], {
						input: content,
						timeoutMs: tmuxMsMax,
						env,
					}),
				saveFile: content => saveCopy(folder, content, clock.now()),
			}),
	};
}

const tmuxMsMax = 2000;

/**
 * Edits a text in the person's editor. Returns null after any error, e.g. a full disk or a deleted
 * file.
 */
async function editFile(text: string, env: Environment): Promise<string | null> {
	let folder: string | null = null;
	try {
		folder = mkdtempSync(join(tmpdir(), 'agent-tui-'));
		const path = join(folder, 'message.md');
		writeFileSync(path, text, {mode: 0o600});
		const {isWell} = await runEditor(path, {env, platform: process.platform});
		return isWell ? readFileSync(path, 'utf8') : null;
	} catch {
		return null;
	} finally {
		if (folder !== null) {
			rmSync(folder, {recursive: true, force: true});
		}
	}
}

function saveCopy(folder: string, text: string, now: number): string | null {
	try {
		mkdirSync(folder, {recursive: true, mode: 0o700});
		const path = join(folder, `copy-${now}.txt`);
		writeFileSync(path, text, {mode: 0o600});
		return path;
	} catch {
		return null;
	}
}
