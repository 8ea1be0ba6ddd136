import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {inFolderOf, MovedError} from '../../source/platform/held-folder.ts';
import {localFiles} from '../../source/platform/local-files.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function places() {
	const root = realpathSync(temporaryFolder());
	const [inside, outside] = [join(root, 'work/deep'), join(root, 'outside')];
	mkdirSync(inside, {recursive: true});
	mkdirSync(outside);
	const swap = (folder: string) => {
		renameSync(folder, `${folder}.away`);
		symlinkSync(outside, folder);
	};
	return {root, inside, outside, swap};
}

const bytes = Buffer.from('text');

describe('a write to a resolved path', () => {
	it('makes the folders that are missing, keeps the rights, and leaves nothing else', async () => {
		const {inside} = places();
		const path = join(inside, 'a/b/c.txt');
		await localFiles.replace(path, bytes);
		await localFiles.replace(path, Buffer.from('more'));
		expect(readFileSync(path, 'utf8')).toBe('more');
		expect(readdirSync(join(inside, 'a/b'))).toEqual(['c.txt']);
		await localFiles.remove(path);
		expect(readdirSync(join(inside, 'a/b'))).toEqual([]);
	});

	it.each(['work', 'work/deep'])(
		'writes nothing where %s was swapped for a link before it',
		async name => {
			const {root, inside, outside, swap} = places();
			mkdirSync(join(outside, 'deep'));
			writeFileSync(join(outside, 'kept.txt'), 'kept');
			swap(join(root, name));
			const before = readdirSync(outside, {recursive: true});
			await expect(localFiles.replace(join(inside, 'c.txt'), bytes)).rejects.toThrow(MovedError);
			await expect(localFiles.replace(join(inside, 'new/c.txt'), bytes)).rejects.toThrow(
				MovedError,
			);
			await expect(localFiles.remove(join(inside, 'kept.txt'))).rejects.toThrow(MovedError);
			expect(readdirSync(outside, {recursive: true})).toEqual(before);
		},
	);

	it('goes to the folder that was looked at, also if it is swapped while the work goes on', async () => {
		const {inside, outside, swap} = places();
		await inFolderOf(join(inside, 'c.txt'), async path => {
			swap(inside);
			writeFileSync(path, bytes);
		});
		expect(readdirSync(outside)).toEqual([]);
		expect(existsSync(join(`${inside}.away`, 'c.txt'))).toBe(true);
	});

	it('replaces no link, be it one that leads nowhere', async () => {
		const {inside, outside} = places();
		for (const target of [join(outside, 'none.txt'), outside]) {
			const link = join(inside, `link-${target.length}`);
			symlinkSync(target, link);
			await expect(localFiles.replace(link, bytes)).rejects.toThrow(MovedError);
			await expect(localFiles.remove(link)).rejects.toThrow(MovedError);
		}
		expect(readdirSync(outside)).toEqual([]);
	});
});
