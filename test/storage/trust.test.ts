import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openTrustBook} from '../../source/storage/trust.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it('a folder is trusted by itself, file by file, and what is trusted later is added', () => {
	const state = temporaryFolder();
	const book = openTrustBook(state);
	expect(book.of('/a')).toEqual({isRefused: false, files: {}});
	book.trust('/a', {'AGENTS.md': 'one'});
	book.trust('/a', {'docs/x.md': 'two'});
	const again = openTrustBook(state);
	expect(again.of('/a').files).toEqual({'AGENTS.md': 'one', 'docs/x.md': 'two'});
	expect(again.of('/a/b').files).toEqual({});
	expect(again.of('__proto__').files).toEqual({});
});

it('a refusal stays until the folder is trusted after all', () => {
	const book = openTrustBook(temporaryFolder());
	book.refuse('/a');
	expect(book.of('/a').isRefused).toBe(true);
	book.trust('/a', {'AGENTS.md': 'one'});
	expect(book.of('/a').isRefused).toBe(false);
});

it.each(['{', '[]', '{"/a": "text"}', '{"/a": {"files": {"AGENTS.md": 1}}}'])(
	'a store of trust that reads %s trusts nothing',
	text => {
		const state = temporaryFolder();
		writeFileSync(join(state, 'trust.json'), text);
		expect(openTrustBook(state).of('/a')).toEqual({isRefused: false, files: {}});
	},
);
