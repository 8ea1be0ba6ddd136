import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {loadThemes} from '../../source/storage/themes.ts';
import {isStyle, tokens} from '../../source/view/theme.ts';
import dark from '../../themes/dark.json' with {type: 'json'};
import light from '../../themes/light.json' with {type: 'json'};
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function load(files: Readonly<Record<string, unknown>>) {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'themes'));
	for (const [name, theme] of Object.entries(files)) {
		const text = typeof theme === 'string' ? theme : JSON.stringify(theme);
		writeFileSync(join(folder, 'themes', name), text);
	}
	const {themes, warnings} = loadThemes({folder, builtIn: [dark, light], tokens, isStyle});
	return {themes, warnings: warnings.map(text => text.replace(join(folder, 'themes/'), ''))};
}

it('a user theme is its base with its own tokens laid over it', () => {
	const {themes, warnings} = load({
		'mine.json': {base: 'light', ascii: true, title: 'bold #ff8800 on black', border: ''},
		'other.json': {name: 'called otherwise', title: 'red'},
	});
	expect(themes).toEqual([
		{...light, name: 'mine', ascii: true, title: 'bold #ff8800 on black', border: ''},
		{...dark, name: 'other', title: 'red'},
	]);
	expect(warnings).toEqual([]);
});

it('what is wrong is left out and said, and the theme is whole all the same', () => {
	const {themes, warnings} = load({
		'mine.json': {titel: 'red', title: 4, ascii: 'yes', border: 'purple', key: 'green'},
	});
	expect(themes).toEqual([{...dark, name: 'mine', key: 'green'}]);
	expect(warnings).toEqual([
		'mine.json: "titel" is not a token of a theme. Did you mean "title"?',
		'mine.json: "title" must be a text.',
		'mine.json: "ascii" must be true or false.',
		expect.stringContaining('mine.json: "border" has a word that is no colour: "purple".'),
	]);
});

it('a file that is no theme is not used, and an unknown base is replaced', () => {
	const {themes, warnings} = load({'a.json': '{', 'b.json': [], 'c.json': {base: 'drak'}});
	expect(themes).toEqual([{...dark, name: 'c'}]);
	expect(warnings).toEqual([
		'a.json: it is not JSON, so it is not used.',
		'b.json: a theme is one JSON object of tokens and styles. It is not used.',
		'c.json: "base" must be one of dark, light, a, b. Did you mean "dark"?',
	]);
});

it('a theme of the user may build on another of theirs', () => {
	const {themes, warnings} = load({
		'a.json': {base: 'b', key: 'red'},
		'b.json': {base: 'light', key: 'green', title: 'blue'},
	});
	expect(themes).toEqual([
		{...light, name: 'a', key: 'red', title: 'blue'},
		{...light, name: 'b', key: 'green', title: 'blue'},
	]);
	expect(warnings).toEqual([]);
});

it('bases that lead back to the theme itself end there, and both themes are whole', () => {
	const {themes, warnings} = load({
		'a.json': {base: 'b', key: 'red'},
		'b.json': {base: 'a', title: 'blue'},
		'c.json': {base: 'c'},
	});
	expect(themes).toEqual([
		{...dark, name: 'a', key: 'red', title: 'blue'},
		{...dark, name: 'b', key: 'red', title: 'blue'},
		{...dark, name: 'c'},
	]);
	expect(warnings).toEqual([
		expect.stringContaining('c.json: "base" must be one of dark, light, a, b.'),
	]);
});

it('a token that is no longer drawn is named like any stranger, and is no error', () => {
	const {themes, warnings} = load({'mine.json': {'card.focus': 'red', key: 'green'}});
	expect(themes).toEqual([{...dark, name: 'mine', key: 'green'}]);
	expect(warnings).toEqual([
		expect.stringContaining('mine.json: "card.focus" is not a token of a theme.'),
	]);
});

it('without a folder there are none', () => {
	const folder = join(temporaryFolder(), 'none');
	expect(loadThemes({folder, builtIn: [dark], tokens, isStyle})).toEqual({
		themes: [],
		warnings: [],
	});
});
