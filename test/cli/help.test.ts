import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {helpMarkdown, helpText} from '../../source/cli/help.ts';
import {type CliCommand, commands, globalFlags} from '../../source/cli/table.ts';
import {textWidth} from '../../source/text/width.ts';

const root = join(import.meta.dirname, '../..');
const all: readonly CliCommand[] = commands;

describe('help', () => {
	it('names every command and every option of everywhere', () => {
		const text = helpText('');
		for (const {name, summary} of all) {
			expect(text).toContain(`\n  ${name}`);
			expect(text.replace(/\s+/g, ' ')).toContain(summary);
		}
		for (const flag of globalFlags) {
			expect(text).toContain(`--${flag.name}`);
		}
	});

	it.each(commands.map(({name}) => name))('of %s names each of its options', name => {
		const text = helpText(name);
		const command = all.find(one => one.name === name);
		expect(text).toContain(`agent-tui ${name}`);
		for (const flag of command?.flags ?? []) {
			expect(text).toContain(`--${flag.name}`);
			expect(text.replace(/\s+/g, ' ')).toContain(flag.summary);
		}
	});

	it('fits into 80 columns', () => {
		for (const name of ['', ...commands.map(command => command.name)] as const) {
			const wide = helpText(name)
				.split('\n')
				.filter(line => textWidth(line) > 80);
			expect(wide, name).toEqual([]);
		}
	});

	it('suggests every built-in theme', () => {
		const names = readdirSync(join(root, 'themes')).map(file => file.replace('.json', ''));
		const suggested = globalFlags.find(({name}) => name === 'theme')?.suggestions ?? [];
		expect([...suggested].sort()).toEqual(names.sort());
	});

	it('stands in docs/commands.md as it is', () => {
		const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
		expect(page).toContain(helpMarkdown());
	});
});
