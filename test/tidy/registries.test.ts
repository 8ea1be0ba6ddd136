import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {itemKinds} from '../../source/state/items/item-kinds.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {paneNames} from '../../source/view/panes/panes.ts';
import {faults} from '../../source/watchdog/faults.ts';

const root = join(import.meta.dirname, '../../source');

type Source = {readonly file: string; readonly text: string};

const sources: readonly Source[] = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.filter(name => /\.tsx?$/.test(name))
	.map(file => ({file, text: readFileSync(join(root, file), 'utf8')}));

/** The files that tell so many of the names apart: a second list of them. */
function listsOf(names: readonly string[], {least, in: files}: Listed): readonly string[] {
	return files
		.filter(({text}) => names.filter(name => text.includes(`case '${name}'`)).length >= least)
		.map(({file}) => file);
}

type Listed = {readonly least: number; readonly in: readonly Source[]};

describe('what has one record has no second list', () => {
	it('of the kinds of items', () => {
		const names = Object.keys(itemKinds);
		const files = sources.filter(({file}) => !file.startsWith('proxy/'));
		expect(listsOf(names, {least: 4, in: files})).toEqual([]);
		const planted = names.map(name => `case '${name}':`).join('\n');
		expect(listsOf(names, {least: 4, in: [{file: 'x', text: planted}]})).toEqual(['x']);
	});

	it('of the panes', () => {
		expect(listsOf(paneNames, {least: 2, in: sources})).toEqual([]);
		const planted = paneNames.map(name => `case '${name}':`).join('\n');
		expect(listsOf(paneNames, {least: 2, in: [{file: 'x', text: planted}]})).toEqual(['x']);
	});

	it('of the faults: an id such as B9 is in its record only, and the code uses the word', () => {
		const ids = new RegExp(`\\b(?:${faults.map(({id}) => id).join('|')})\\b`);
		const elsewhere = sources.filter(({file}) => !file.startsWith('watchdog/faults-'));
		expect(elsewhere.filter(({text}) => ids.test(text)).map(({file}) => file)).toEqual([]);
		expect(
			["fault === 'B9'", '/** After B10. */', '0xB9', 'B90'].map(text => ids.test(text)),
		).toEqual([true, true, false, false]);
	});

	it('of the tools: a name that the model uses is in the file of its tool, and where one is called', () => {
		const {names} = createCatalogue();
		expect(listsOf(names, {least: 2, in: sources})).toEqual([]);
		const planted = names.map(name => `case '${name}':`).join('\n');
		expect(listsOf(names, {least: 2, in: [{file: 'x', text: planted}]})).toEqual(['x']);
	});
});
