import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {writeStdin} from '../../../source/tools/write-stdin.ts';
import {linesOf} from './lines.ts';
import {openSandbox, type Sandbox} from './sandbox.ts';
import {describeWithShells} from './with-shells.ts';
import {openWorld, shellNames} from './world.ts';

const lineCount = 2000;

describe('P7: of what is typed into a live shell', () => {
	const grant: Grant = {
		id: 'grant' as GrantId,
		scope: 'shell',
		host: localHost,
		until: 'session',
	};
	const decision = (line: string, names: readonly string[]) => {
		const input = {session_id: '1', chars: `${line}\n`};
		const exposure = writeStdin.exposure?.(input, {} as never) ?? {};
		return decide(
			{
				scope: 'shell',
				host: localHost,
				tool: writeStdin.name,
				summary: writeStdin.summary(input),
				exposure,
			},
			{
				rules: names.map(match => ({scope: 'shell', match, then: 'allow'})),
				grants: [grant],
				now: 0,
			},
		).type;
	};

	it.each(shellNames)('no rule and no grant of the scope covers any of %s', shell => {
		const lines = linesOf(shell, 21);
		for (let left = lineCount; left > 0; left -= 1) {
			const line = lines.next().value;
			expect(decision(line, ['ls', ...line.split(/\W+/)])).not.toBe('allow');
		}
	});
});

/** What makes another thing of a later `ls`, and where. */
const redefinitions = [
	{typed: "alias ls='rm x'", shells: shellNames},
	{typed: 'ls() { rm x; }', shells: shellNames},
	{typed: 'PATH=.', shells: shellNames},
	{typed: 'cd sub', shells: shellNames},
	{typed: 'exec sh', shells: shellNames},
	{typed: "trap 'rm x' EXIT", shells: shellNames},
	{typed: 'hash -p ./rm ls', shells: ['bash']},
	{typed: "trap 'rm x' DEBUG", shells: ['bash', 'zsh']},
	{typed: "PROMPT_COMMAND='rm x'", shells: ['bash']},
	{typed: 'hash ls=./rm', shells: ['zsh']},
	{typed: "aliases[ls]='rm x'", shells: ['zsh']},
	{typed: 'precmd() { rm x; }', shells: ['zsh']},
] as const;

describeWithShells('P7 is needed, because a live shell remembers', () => {
	let sandbox: Sandbox;
	beforeAll(() => {
		sandbox = openSandbox();
	});
	afterAll(() => sandbox.close());

	it.each(shellNames)('in %s the same line is another after each of the table', async shell => {
		const world = openWorld(sandbox, shell, 'typed');
		const rows = redefinitions.filter(({shells}) => (shells as readonly string[]).includes(shell));
		const outcomes = await world.run(['ls\n', ...rows.map(({typed}) => `${typed}\nls\n`)]);
		await world.close();
		const facts = outcomes.map(({runs}) =>
			runs.map(({name, words, cwd}) => [name, ...words, cwd].join(' ')).join('; '),
		);
		const [plain, ...others] = facts;
		expect(plain).toBe('/usr/bin/ls ls /world/work');
		expect(others.filter(fact => fact === plain)).toEqual([]);
	});
});
