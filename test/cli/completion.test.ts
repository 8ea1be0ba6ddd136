import {execFileSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {completionScript} from '../../source/cli/completion.ts';
import {runCommand} from '../../source/cli/run.ts';
import {type CliCommand, commands, globalFlags} from '../../source/cli/table.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

/** What bash offers after these words; the last one is being typed. */
function offered(...words: readonly string[]): readonly string[] {
	const quoted = words.map(word => `'${word}'`).join(' ');
	const script = `${completionScript('bash')}
COMP_WORDS=(agent-tui ${quoted})
COMP_CWORD=${words.length}
_agent_tui
printf '%s\\n' "\${COMPREPLY[@]}"`;
	return execFileSync('bash', ['--norc'], {input: script, encoding: 'utf8'}).trim().split('\n');
}

describe('completion in bash', () => {
	it('is a script that bash accepts', () => {
		const input = completionScript('bash');
		expect(execFileSync('bash', ['-n'], {input, encoding: 'utf8'})).toBe('');
	});

	it('offers the commands, and of a beginning those that begin so', () => {
		expect(offered('')).toEqual(expect.arrayContaining(['exec', 'resume', 'doctor', '--help']));
		expect(offered('se')).toEqual(['sessions']);
	});

	it.each([
		[['exec', '--js'], ['--json']],
		[['exec', '--allow', 'sh'], ['shell']],
		[['--theme', 'l'], ['light']],
		[
			['--model', 'x', 'logs', '--f'],
			['--follow', '--failures'],
		],
		[['config', 'e'], ['edit']],
		[
			['completion', ''],
			['bash', 'zsh', 'fish'],
		],
		[['logs', '--type', 'to'], ['tool']],
		[['exec', '--session', ''], ['']],
		[['doctor', '--allow'], ['']],
	])('%j is completed with %j', (words, expected) => {
		const found = offered(...words);
		expect(words[0] === 'completion' ? found.slice(0, 3) : found).toEqual(expected);
	});

	it('completes folders after --cwd', () => {
		expect(offered('--cwd', '/et')).toContain('/etc');
	});
});

describe('completion', () => {
	it.each(['bash', 'zsh', 'fish'] as const)('for %s knows every command and option', shell => {
		const script = completionScript(shell);
		const here = commands as readonly CliCommand[];
		const flags = [...here.flatMap(command => command.flags), ...globalFlags];
		for (const name of here.map(command => command.name)) {
			expect(script).toMatch(new RegExp(`\\b${name}\\b`));
		}
		for (const {name} of flags) {
			expect(script).toContain(shell === 'fish' ? `-l ${name}` : `--${name}`);
		}
	});

	it('without the name of a shell says which there are', async () => {
		const {cli, out, err} = capturedFront(temporaryFolder());
		expect(await runCommand(['completion'], cli)).toBe(2);
		expect(err()).toContain('bash|zsh|fish');
		expect(await runCommand(['completion', 'fish'], cli)).toBe(0);
		expect(out()).toBe(completionScript('fish'));
	});
});
