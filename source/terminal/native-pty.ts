import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';

/**
 * The part of node-pty that we use: its native binding, not its JavaScript. The JavaScript destroys
 * the terminal 200 ms after the child's exit, even with unread output (see
 * https://github.com/microsoft/node-pty/issues/72), and may write its queue to a descriptor number
 * that already has another owner. The version is pinned for this reason.
 */
export type NativePty = {
	readonly fork: (
		file: string,
		parameters: readonly string[],
		environment: readonly string[],
		cwd: string,
		columns: number,
		rows: number,
		uid: number,
		gid: number,
		isUtf8: boolean,
		helper: string,
		onExit: (exitCode: number, signal: number) => void,
	) => {readonly fd: number; readonly pid: number; readonly pty: string};
	readonly resize: (
		descriptor: number,
		columns: number,
		rows: number,
		widthPixels: number,
		heightPixels: number,
	) => void;
};

export type LoadedPty = {readonly native: NativePty; readonly helper: string};

/**
 * Loads the binding when the first terminal is opened. Resolves to null on a system that has none
 * (Windows).
 */
export async function loadNativePty(): Promise<LoadedPty | null> {
	const {native} = (await import('node-pty')) as unknown as {native: NativePty | null};
	return native === null ? null : {native, helper: helperPath()};
}

/** The path of the helper program through which the binding starts the child on macOS. */
function helperPath(): string {
	if (process.platform !== 'darwin') {
		return '';
	}
	const root = join(dirname(createRequire(import.meta.url).resolve('node-pty')), '..');
	const places = ['build/Release', 'build/Debug', `prebuilds/darwin-${process.arch}`];
	return (
		places
			.map(reservation => join(root, reservation, 'spawn-helper'))
			.find(path => existsSync(path)) ?? ''
	);
}
