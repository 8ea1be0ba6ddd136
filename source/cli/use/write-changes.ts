import {chmodSync, constants, copyFileSync, statSync} from 'node:fs';
import {homedir} from 'node:os';
import {codeOf, readTextFile, writeFileAtomic} from '../../platform/atomic-file.ts';
import {installedRedactor} from '../../storage/redact.ts';
import {readSettings} from '../../storage/settings.ts';
import {neutralise} from '../../text/neutralise.ts';
import {patchOf} from '../../text/patch.ts';
import {shortFolder} from '../../text/short-folder.ts';
import type {CliContext} from '../context.ts';
import {Unreadable} from './edit.ts';

/** A change of a file: its text before and after. `before` is null if the file does not exist. */
export type Change = {
	readonly path: string;
	readonly before: string | null;
	readonly after: string;
	/** The text after the change is for this user alone, whoever may read the file now. */
	readonly isPrivate?: boolean;
};

/**
 * Reads a text file; null if it does not exist. Throws `Unreadable` if it is too long or no UTF-8.
 */
export function readWhole(path: string): string | null {
	if ((statSync(path, {throwIfNoEntry: false})?.size ?? 0) > bytesMax) {
		throw new Unreadable('it is too long');
	}
	const text = readTextFile(path);
	if (text?.includes('\uFFFD')) {
		throw new Unreadable('it is no text in UTF-8');
	}
	return text;
}

const bytesMax = 4_194_304;

/**
 * Shows the difference with secrets replaced, because unchanged lines may contain keys of other
 * providers.
 */
export function showChanges(changes: readonly Change[], cli: CliContext): void {
	const {providers} = readSettings(cli.folders.config).settings;
	const redactor = installedRedactor({folder: cli.folders.state, env: cli.env, providers});
	for (const {path, before, after} of changes) {
		const patch = patchOf({shown: shownPath(path, cli), before, after});
		cli.print(neutralise(redactor.text(patch)));
	}
}

export async function isWanted(changes: readonly Change[], cli: CliContext): Promise<boolean> {
	if (!cli.terminal.stdin) {
		return false;
	}
	cli.complain(`Write ${changes.map(({path}) => shownPath(path, cli)).join(' and ')}? [y/N] `);
	return /^y(?:es)?\s*$/i.test(await cli.readLine());
}

export function writeChange({path, before, after, isPrivate}: Change, cli: CliContext): boolean {
	try {
		if (readTextFile(path) !== before) {
			cli.complain(
				`agent-tui: ${shownPath(path, cli)} was left alone: it has changed meanwhile.\n`,
			);
			return false;
		}
		const copy = before === null ? null : keepCopy(path, cli);
		const mode = before === null || isPrivate ? null : statSync(path).mode & 0o777;
		writeFileAtomic(path, after);
		if (mode !== null) {
			chmodSync(path, mode);
		}
		const kept = copy === null ? '' : ` The old one is ${shownPath(copy, cli)}.`;
		cli.complain(`Written: ${shownPath(path, cli)}.${kept}\n`);
		return true;
	} catch (error) {
		cli.complain(`agent-tui: ${shownPath(path, cli)} can't be written (${codeOf(error)}).\n`);
		return false;
	}
}

function keepCopy(path: string, cli: CliContext): string {
	const time = new Date(cli.clock.now()).toISOString().replace(/[:.]/g, '-');
	const copy = `${path}.before-${time}`;
	copyFileSync(path, copy, constants.COPYFILE_EXCL);
	return copy;
}

/** The path as people write it, with `~` for the home folder. */
export function shownPath(path: string, {env}: CliContext): string {
	return neutralise(shortFolder(path, env['HOME'] || homedir()));
}
