import {existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {type CallId, localHost} from '../../source/events/ids.ts';
import type {FileChange} from '../../source/events/tool-event.ts';
import {createUndoStore} from '../../source/tools/undo-store.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function open(folder: string, changes: FileChange[] = []) {
	return createUndoStore({
		folder,
		newId: () => `change_${changes.length}`,
		onChange: change => changes.push(change),
		holdsSecrets: text => text.includes('secret'),
	});
}

it('keeps no copy on disk of a file that holds secrets, and still brings it back', async () => {
	const folder = join(temporaryFolder(), 'undo');
	const path = join(temporaryFolder(), '.env');
	const changes: FileChange[] = [];
	const undoStore = open(folder, changes);
	const [before, after] = [Buffer.from('secret=1'), Buffer.from('secret=2')];
	writeFileSync(path, after);
	undoStore
		.keep('call_1' as CallId)({host: localHost, path, before, after})
		.written();
	expect(existsSync(folder)).toBe(false);
	expect(await open(folder).restore(changes[0]!)).toMatchObject({
		ok: false,
		failure: {message: expect.stringContaining('in memory only')},
	});
	expect(await undoStore.restore(changes[0]!)).toMatchObject({ok: true});
	expect(readFileSync(path, 'utf8')).toBe('secret=1');
});

it('writes nothing where the way to the file leads elsewhere by now', async () => {
	const [folder, other] = [temporaryFolder(), temporaryFolder()];
	const path = join(folder, 'in/x');
	mkdirSync(join(folder, 'in'));
	writeFileSync(path, 'after');
	writeFileSync(join(other, 'x'), 'after');
	const changes: FileChange[] = [];
	const undoStore = open(join(folder, 'undo'), changes);
	const [before, after] = [Buffer.from('before'), Buffer.from('after')];
	undoStore
		.keep('call_1' as CallId)({host: localHost, path, before, after})
		.written();
	renameSync(join(folder, 'in'), join(folder, 'was'));
	symlinkSync(other, join(folder, 'in'));
	expect(await undoStore.restore(changes[0]!)).toMatchObject({
		ok: false,
		failure: {kind: 'conflict'},
	});
	expect(readFileSync(join(other, 'x'), 'utf8')).toBe('after');
});
