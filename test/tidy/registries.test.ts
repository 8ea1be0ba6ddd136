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

	it('of the faults: their ids are in their table only', () => {
		const elsewhere = sources.filter(({file}) => !file.startsWith('watchdog/faults-'));
		const spelled = (text: string) => faults.filter(({id}) => text.includes(`'${id}'`));
		expect(elsewhere.filter(({text}) => spelled(text).length > 0)).toEqual([]);
		expect(spelled("fault === 'B9'")).toHaveLength(1);
	});

	it('of the tools: a name that the model uses is in the file of its tool, and where one is called', () => {
		const {names} = createCatalogue();
		expect(listsOf(names, {least: 2, in: sources})).toEqual([]);
		const planted = names.map(name => `case '${name}':`).join('\n');
		expect(listsOf(names, {least: 2, in: [{file: 'x', text: planted}]})).toEqual(['x']);
	});
});
