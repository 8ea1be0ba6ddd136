import {existsSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {openSandbox, type Sandbox} from './sandbox.ts';
import {describeWithShells} from './with-shells.ts';
import {type Manner, type Outcome, openWorld, type ShellName, shellNames} from './world.ts';

describeWithShells('in the throw-away world', () => {
	let sandbox: Sandbox;
	beforeAll(() => {
		sandbox = openSandbox();
	});
	afterAll(() => sandbox.close());

	const run = async (shell: ShellName, lines: readonly string[], manner?: Manner) => {
		const world = openWorld(sandbox, shell, manner);
		const outcomes = await world.run(lines);
		await world.close();
		return outcomes;
	};
	const words = ({runs}: Outcome) => runs.map(one => one.words.join(' ')).toSorted();

	describe.each(shellNames)('%s', shell => {
		it('runs what stands in the line, and every program is written down', async () => {
			const outcomes = await run(shell, [
				'git status; rm "x y"',
				'ls | cat $(sudo x) &',
				'cat <<E\n`rm x`\nE',
				"sh -c 'rm y'",
				'env -i git z; ./git x; /bin/rm a',
				'printf "rm x\\n" | sh',
			]);
			expect(outcomes.map(words)).toEqual([
				['git status', 'rm x y'],
				['cat', 'ls', 'sudo x'],
				['cat', 'rm x'],
				['rm y', 'sh -c rm y'],
				['./git x', '/bin/rm a', 'env -i git z', 'git z'],
				['rm x', 'sh'],
			]);
		});

		it('shows where, with which descriptors and variables a program ran', async () => {
			const [outcome] = await run(shell, ['cd sub; X=1 rm 2> z']);
			expect(outcome!.runs).toEqual([
				{
					name: '/usr/bin/rm',
					words: ['rm'],
					cwd: '/world/work/sub',
					descriptors: {'0': '/record/input', '1': '/dev/null', '2': '/world/work/sub/z'},
					environment: ['X=1'],
					inside: '',
				},
			]);
			expect(outcome!.changes).toEqual(['/world/work/sub/z']);
		});

		it('tells by which real program it was started', async () => {
			const [outcome] = await run(shell, ["sh -c 'env X=1 rm'"]);
			expect(outcome!.runs.map(({inside}) => inside)).toEqual([
				'',
				'sh\u0001-c\u0001env X=1 rm',
				'env\u0001X=1\u0001rm',
			]);
		});

		it('tells which files appeared, changed or went, and finds its world fresh each time', async () => {
			const outcomes = await run(shell, ['echo x > z; echo y >> a', 'ls', ': > ~/new']);
			expect(outcomes.map(({changes}) => changes.toSorted())).toEqual([
				['/world/work/a', '/world/work/z'],
				[],
				['/world/home/new'],
			]);
		});

		it('ends what would never end, and what stays behind', async () => {
			const outcomes = await run(shell, [
				'while :; do :; done',
				'(while :; do :; done) & rm x',
				'f() { f & f; }; f',
				'ls',
			]);
			expect(outcomes[0]!.end).toBe('timeout');
			expect(words(outcomes[1]!)).toEqual(['rm x']);
			expect(words(outcomes[3]!)).toEqual(['ls']);
		});

		it('has no way out: no file, no network, no other process, no power', async () => {
			const target = `/var/tmp/agent-tui-shells-${process.pid}`;
			const [outcome] = await run(shell, [
				`echo x > ${target}; echo x > /usr/bin/ls; echo x > /etc/passwd; echo x > /dev/shm/x;
				echo x > /new; kill -9 ${process.pid}; kill -9 1; cat /proc/1/comm > a
				read name < /proc/1/comm; rm "$name"; read a b c < /proc/net/route; rm "$a"`,
			]);
			expect(outcome!.changes).toEqual(['/world/work/a']);
			expect(words(outcome!)).toEqual(['cat /proc/1/comm', 'rm Iface', 'rm bwrap']);
			expect(existsSync(target)).toBe(false);
		});

		it('reads what is typed into it line by line, and remembers', async () => {
			const [outcome] = await run(shell, ['x=rm\n$x a\nls() { git push; }\nls\n'], 'typed');
			expect(words(outcome!)).toEqual(['git push', 'rm a']);
		});
	});
});
