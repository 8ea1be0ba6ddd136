import type {Environment} from '../../platform/folders.ts';
import {helper} from '../../platform/programs.ts';
import {spawnChild} from '../../platform/spawn.ts';
import type {TerminalModes} from '../../view/paint/terminal-modes.ts';

/**
 * Restores the terminal if this process dies without doing so itself: after kill -9, when out of
 * memory, or when aborted. A shell process waits for the end of a pipe that only this process keeps
 * open. Each line on the pipe is what the shell should print to restore the terminal, and replaces
 * the line before; an empty line means that there is nothing to restore. The shell runs in a
 * session of its own, so that no signal of the terminal ends it.
 */
export function restoreAfterDeath(modes: Pick<TerminalModes, 'follow'>, env: Environment): void {
	const stty = helper('stty', env);
	const shell = helper('/bin/sh', env);
	if (stty === null || shell === null) {
		return;
	}
	const child = spawnChild(shell.path, ['-c', script, stty.path], {
		stdio: ['pipe', 'inherit', 'ignore'],
		detached: true,
		env: {},
	});
	child.on('error', () => {});
	child.stdin?.on('error', () => {});
	child.unref();
	modes.follow(leave => child.stdin?.write(`${escaped(leave)}\n`));
}

/** The settings for `stty` are those that Node's raw mode changes. */
const script = [
	'leave=',
	'while IFS= read -r line; do leave=$line; done',
	'[ -n "$leave" ] || exit 0',
	`printf '%b' "$leave"`,
	'"$0" brkint icrnl ixon echo icanon iexten isig <&1',
].join('; ');

/** Escapes bytes for `printf %b`, on one line. */
function escaped(bytes: string): string {
	return bytes.replace(
		/[\u0000-\u001F\\\u007F]/g,
		found => `\\0${found.charCodeAt(0).toString(8).padStart(3, '0')}`,
	);
}
