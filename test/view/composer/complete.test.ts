import {expect, test} from 'vitest';
import {
	complete,
	completionAt,
	farFolder,
	suggestCommands,
	suggestHosts,
	suggestPaths,
} from '../../../source/view/composer/complete.ts';
import {draft, picture} from './fixture.ts';

test.each<[string, ReturnType<typeof completionAt>]>([
	['/mo|', {type: 'command', query: 'mo', from: 0, to: 3}],
	['/|', {type: 'command', query: '', from: 0, to: 1}],
	['/mo|del', {type: 'command', query: 'mo', from: 0, to: 6}],
	['/model |', null],
	[' /mo|', null],
	['see @src/a|', {type: 'mention', query: 'src/a', from: 4, to: 10}],
	['@|', {type: 'mention', query: '', from: 0, to: 1}],
	['(@a|', {type: 'mention', query: 'a', from: 1, to: 3}],
	['a\n@b|', {type: 'mention', query: 'b', from: 2, to: 4}],
	['@"my fi|', {type: 'mention', query: 'my fi', from: 0, to: 7}],
	['@"a \\"b|', {type: 'mention', query: 'a "b', from: 0, to: 7}],
	['@"a\\|', {type: 'mention', query: 'a\\', from: 0, to: 4}],
	['@"a @b|', {type: 'mention', query: 'a @b', from: 0, to: 6}],
	['@"a" b|', null],
	['me@host|', null],
	['/hop |', {type: 'host', query: '', from: 5, to: 5}],
	['/hop we|b', {type: 'host', query: 'we', from: 5, to: 8}],
	['/hop web |', null],
	['/hops we|', null],
	['see @web:/sr|', {type: 'mention', query: 'web:/sr', from: 4, to: 12}],
	['@a |', null],
	['^@a|', null],
])('at %j', (before, completion) => {
	expect(completionAt(draft(before))).toEqual(completion);
});

test.each<[string, string, string]>([
	['/mo|', 'model', '/model |'],
	['/mo|del x', 'model', '/model| x'],
	['see @sr|', 'src/main.ts', 'see @src/main.ts |'],
	['see @sr|', 'src/', 'see @src/|'],
	['@m|', 'my file.txt', '@"my file.txt" |'],
	['@m|', 'my folder/', '@"my folder/|'],
	['@a|', 'a "b" c', '@"a \\"b\\" c" |'],
	['@a|', 'a"b', '@"a\\"b" |'],
	['@a|', 'a\\ "b/', '@"a\\\\ \\"b/|'],
	['@m| and', 'main.ts', '@main.ts| and'],
	['/hop we|', 'web', '/hop web|'],
	['see @web:/s|', 'web:/srv/', 'see @web:/srv/|'],
])('%j with %j chosen is %j', (before, chosen, after) => {
	const state = draft(before);
	expect(picture(complete(state, completionAt(state)!, chosen))).toBe(after);
});

test('commands that begin with the query come first', () => {
	const commands = ['clear', 'help', 'provider', 'resume', 'proxy'].map(name => ({
		name,
		summary: '',
	}));
	expect(suggestCommands('pr', commands).map(({name}) => name)).toEqual(['provider', 'proxy']);
	expect(
		suggestCommands('e', commands)
			.map(({name}) => name)
			.sort(),
	).toEqual(['clear', 'help', 'provider', 'resume']);
	expect(suggestCommands('', commands)).toHaveLength(5);
});

test('hosts must begin with what was typed: another name is another machine', () => {
	expect(suggestHosts('we', ['web', 'web-2', 'sweden', 'web'])).toEqual(['web', 'web-2']);
	expect(suggestHosts('web', ['web', 'web-2'])).toEqual(['web-2']);
});

test('a mention of another machine names the folder that is looked into', () => {
	expect(farFolder('web:/srv/ap')).toEqual({host: 'web', folder: '/srv/', name: 'ap'});
	expect(farFolder('web:')).toEqual({host: 'web', folder: '', name: ''});
	expect(farFolder('web:~/a')).toEqual({host: 'web', folder: '~/', name: 'a'});
	expect(farFolder('src/main.ts')).toBeNull();
});

test('paths are found by their letters', () => {
	const paths = ['source/view/theme.ts', 'test/view/theme.test.ts', 'README.md'];
	expect(suggestPaths('theme', paths)[0]).toBe('source/view/theme.ts');
	expect(suggestPaths('svt', paths)[0]).toBe('source/view/theme.ts');
	expect(suggestPaths('', paths)).toEqual(paths);
});
