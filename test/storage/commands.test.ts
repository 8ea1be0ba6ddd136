import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {expandCommand, loadCommands} from '../../source/storage/commands.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'commands'));
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(join(folder, 'commands', name), text);
	}
	return folder;
}

describe('user commands', () => {
	it('are read with their description and argument', () => {
		const folder = folderWith({
			'review.md':
				'---\ndescription: "Look: at a change"\nargument: [branch]\n---\n\nReview $ARGUMENTS.\n',
			'plain.md': '# Say hello\r\n\r\nin French',
			'notes.txt': 'not a command',
		});
		expect(loadCommands(folder)).toEqual({
			commands: [
				{
					name: 'plain',
					description: 'Say hello',
					argument: '',
					body: '# Say hello\n\nin French',
					path: join(folder, 'commands', 'plain.md'),
				},
				{
					name: 'review',
					description: 'Look: at a change',
					argument: '[branch]',
					body: 'Review $ARGUMENTS.',
					path: join(folder, 'commands', 'review.md'),
				},
			],
			warnings: [],
		});
	});

	it('that are wrong are left out with a reason, and the others stay', () => {
		const folder = folderWith({
			'Bad Name.md': 'x',
			'empty.md': '---\ndescription: nothing\n---\n',
			'open.md': '---\ndescription: never closed\n',
			'long.md': 'x'.repeat(70_000),
			'typo.md': '---\ndescripton: x\nrubbish\n---\nbody',
		});
		mkdirSync(join(folder, 'commands', 'folder.md'));
		const {commands, warnings} = loadCommands(folder);
		expect(commands.map(({name}) => name)).toEqual(['typo']);
		expect(warnings.map(text => text.slice(join(folder, 'commands').length + 1))).toEqual([
			'Bad Name.md is not used: a command is named with small letters, digits and dashes.',
			'empty.md is not used: it is empty.',
			"folder.md is not used: it can't be read (EISDIR).",
			'long.md is not used: it is longer than 64 KB.',
			'open.md is not used: its front matter has no closing ---.',
			'typo.md: "descripton" is not known. Did you mean "description"?',
			'typo.md: "rubbish" is not "name: value".',
		]);
	});

	it('are none where there is no folder', () => {
		expect(loadCommands(join(temporaryFolder(), 'x'))).toEqual({commands: [], warnings: []});
	});
});

describe('the prompt of a command', () => {
	it.each([
		['Review $ARGUMENTS.', ' a  b ', 'Review a  b.'],
		['$1 to $2, $1', 'x "y z"', 'x to y z, x'],
		['$1 and $2', 'one', 'one and '],
		['$2', "a 'b c'", 'b c'],
		['costs $10 and $ARGUMENTSX', 'q', 'costs q0 and $ARGUMENTSX'],
		['Say hello', '', 'Say hello'],
		['Say hello', 'to me', 'Say hello\n\nto me'],
		['$ARGUMENTS', '$1 $& $ARGUMENTS', '$1 $& $ARGUMENTS'],
	])('%j with %j is %j', (body, text, prompt) => {
		expect(expandCommand({body}, text)).toBe(prompt);
	});
});
