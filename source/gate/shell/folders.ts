import {isAbsolute, normalize} from 'node:path';
import type {KnownFolders, ShellReader, Word} from './reader.ts';

/** At most this many possible folders are tracked. A person could not tell more apart. */
const foldersMax = 6;

/**
 * Notes a `cd`: what follows runs in the new folder, or in the old one if the new one does not
 * exist.
 */
export function moveTo({found}: ShellReader, operands: readonly Word[]): void {
	const [target, ...others] = operands;
	found.isChanged = true;
	const where = target === undefined ? '~' : placeOf(target);
	const before = found.folders;
	if (where === null || others.length > 0 || before === null) {
		found.unseen.add('the folder in which it goes on');
		found.folders = null;
		return;
	}
	const after = before.map(folder => joined(folder, where));
	found.moved = {before, after};
	found.folders = union(before, after);
	found.left = union(found.left, before);
}

/** Notes a `popd`. It may return to any folder that was left before. */
export function moveBack({found}: ShellReader, rest: readonly Word[]): void {
	const {folders, left} = found;
	found.isChanged = true;
	if (rest.length > 0 || left?.length === 0) {
		found.unseen.add('the folder in which it goes on');
		found.folders = null;
		return;
	}
	found.folders = union(folders, left);
}

function placeOf({text, isSeen, names}: Word): string | null {
	if (isSeen) {
		return text === '-' || /^[-+]\d/.test(text) ? null : text;
	}
	const isHome = /^(?:~|\$HOME)(?:\/[\w./-]*)?$/.test(text) && names.length <= 1;
	const isHere = /^\$PWD(?:\/[\w./-]*)?$/.test(text) && names.length === 1;
	return isHome ? text.replace('$HOME', '~') : isHere ? text.replace('$PWD', '.') : null;
}

function joined(folder: string, where: string): string {
	return isAbsolute(where) || where.startsWith('~')
		? where
		: normalize(`${folder || '.'}/${where}`);
}

export function union(some: KnownFolders, others: KnownFolders): KnownFolders {
	if (some === null || others === null) {
		return null;
	}
	if (others.length === 0) {
		return some;
	}
	const all = [...new Set([...some, ...others])];
	return all.length > foldersMax ? null : all;
}
