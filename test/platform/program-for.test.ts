import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {programFor} from '../../source/platform/programs.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it('a program is found as a shell finds it, in relative folders of PATH too', () => {
	const folder = temporaryFolder();
	const [cwd, system] = [join(folder, 'work'), join(folder, 'bin')];
	for (const path of [cwd, system]) {
		mkdirSync(path);
		writeFileSync(join(path, 'tool'), '', {mode: 0o755});
	}
	writeFileSync(join(cwd, 'text'), '', {mode: 0o644});
	const found = (PATH: string, name = 'tool') => programFor(name, {env: {PATH}, cwd});
	expect(found(`.:${system}`)).toBe(join(cwd, 'tool'));
	expect(found(`:${system}`)).toBe(join(cwd, 'tool'));
	expect(found(`${system}:.`)).toBe(join(system, 'tool'));
	expect(found('.', 'text')).toBeNull();
});
