import {mkdirSync, renameSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {isTrusted, readWorkspaceConfig, trust} from '../../source/storage/trust.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function workspace(): string {
	const folder = temporaryFolder();
	mkdirSync(join(folder, '.agent-tui', 'commands'), {recursive: true});
	writeFileSync(join(folder, '.agent-tui', 'config.json'), '{}');
	writeFileSync(join(folder, '.agent-tui', 'commands', 'a.md'), 'do');
	return folder;
}

function read(folder: string) {
	const found = readWorkspaceConfig(folder);
	if (!found) {
		throw new Error('nothing found');
	}
	return found;
}

it('a folder that brings nothing has nothing to trust', () => {
	expect(readWorkspaceConfig(temporaryFolder())).toBe(null);
});

it('a folder is trusted with exactly the content that it had', () => {
	const [state, folder] = [temporaryFolder(), workspace()];
	expect(read(folder).files).toEqual(['commands/a.md', 'config.json']);
	expect(isTrusted(state, read(folder))).toBe(false);
	trust(state, read(folder));
	expect(isTrusted(state, read(folder))).toBe(true);
	expect(isTrusted(state, read(workspace()))).toBe(false);
	writeFileSync(join(folder, '.agent-tui', 'commands', 'a.md'), 'do other');
	expect(isTrusted(state, read(folder))).toBe(false);
});

it('a new, renamed or moved file is a change', () => {
	const [state, folder] = [temporaryFolder(), workspace()];
	trust(state, read(folder));
	const file = join(folder, '.agent-tui', 'commands', 'a.md');
	renameSync(file, join(folder, '.agent-tui', 'commands', 'b.md'));
	expect(isTrusted(state, read(folder))).toBe(false);
	renameSync(join(folder, '.agent-tui', 'commands', 'b.md'), file);
	expect(isTrusted(state, read(folder))).toBe(true);
	writeFileSync(join(folder, '.agent-tui', 'rules'), '');
	expect(isTrusted(state, read(folder))).toBe(false);
});

it('a folder with a link in it is never trusted: its content is elsewhere', () => {
	const [state, folder] = [temporaryFolder(), workspace()];
	symlinkSync('/etc/hostname', join(folder, '.agent-tui', 'rules'));
	trust(state, read(folder));
	expect(read(folder).hash).toBe(null);
	expect(isTrusted(state, read(folder))).toBe(false);
});

it('a store of trust that can not be read trusts nothing', () => {
	const [state, folder] = [temporaryFolder(), workspace()];
	trust(state, read(folder));
	writeFileSync(join(state, 'trust.json'), '{');
	expect(isTrusted(state, read(folder))).toBe(false);
});
