import {readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openImageStore} from '../../source/storage/image-store.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100, 7)]);
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');

it('an image is kept once, in a file for this user alone, and read as what it is', () => {
	const folder = join(temporaryFolder(), 'images');
	const images = openImageStore(folder);
	const name = images.keep(base64(png));
	expect(name).toMatch(/^[0-9a-f]{32}\.png$/);
	expect(images.keep(base64(png))).toBe(name);
	expect(readdirSync(folder)).toEqual([name]);
	expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
	expect(openImageStore(folder).read(name!)).toBe(`data:image/png;base64,${base64(png)}`);
	rmSync(join(folder, name!));
	expect(images.read(name!)).toBeNull();
});

it.each([
	['a jpeg', Buffer.from('ffd8ffe0', 'hex'), /\.jpg$/],
	['a gif', 'GIF89a…', /\.gif$/],
	['a webp', 'RIFF1234WEBPVP8 ', /\.webp$/],
])('%s is told by its first bytes', (_, bytes, ending) => {
	expect(openImageStore(temporaryFolder()).keep(base64(bytes))).toMatch(ending);
});

it.each([
	['a page', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
	['nothing', ''],
	['what is too large', Buffer.concat([png, Buffer.alloc(4_000_000)])],
])('%s is not kept', (_, bytes) => {
	const folder = join(temporaryFolder(), 'images');
	expect(openImageStore(folder).keep(base64(bytes))).toBeNull();
	expect(() => readdirSync(folder)).toThrow();
});

it('no name leads out of the folder', () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'secret.png'), 'x');
	const images = openImageStore(join(folder, 'images'));
	for (const name of ['../secret.png', 'secret.png', '/etc/passwd', `${'a'.repeat(32)}.txt`]) {
		expect(images.read(name)).toBeNull();
	}
});

it('the images of a session stay within their limit, also after it is opened again', () => {
	const folder = join(temporaryFolder(), 'images');
	const limit = {allBytesMax: 150};
	const name = openImageStore(folder, limit).keep(base64(png));
	const again = openImageStore(folder, limit);
	expect(again.keep(base64(Buffer.concat([png, Buffer.from('x')])))).toBeNull();
	expect(again.keep(base64(png))).toBe(name);
	expect(readdirSync(folder)).toEqual([name]);
});
