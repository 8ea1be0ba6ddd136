import {spawnSync} from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const rules = ['git status', 'ls', 'cat'].map(
	match => ({scope: 'shell', match, then: 'allow'}) as const,
);

function isAllowed(command: string): boolean {
	const subject = {scope: 'shell', host: localHost, tool: 'unified_exec'} as const;
	return (
		decide({...subject, summary: command, exposure: {command}}, {rules, grants: [], now: 0})
			.type === 'allow'
	);
}

const programs = [
	'git',
	'ls',
	'cat',
	'rm',
	'sh',
	'bash',
	'env',
	'xargs',
	'sudo',
	'ssh',
	'nohup',
	'evil',
	'find',
	'tee',
	'touch',
	'time',
	'statuses',
	'status',
	'lss',
	'python3',
	'watch',
	'curl',
	'more',
	'nice',
	'do',
	'then',
];

/** Every program of the world is a stub that says its name, and git its first argument. */
function openStubs() {
	const folder = temporaryFolder();
	const bin = join(folder, 'bin');
	const work = join(folder, 'work');
	const log = join(folder, 'log');
	mkdirSync(bin);
	for (const name of programs) {
		writeFileSync(
			join(bin, name),
			`#!/bin/sh\necho ${name === 'git' ? 'git "$1"' : name} >> '${log}'\n`,
		);
		chmodSync(join(bin, name), 0o755);
	}
	const fill = () => {
		rmSync(work, {recursive: true, force: true});
		mkdirSync(work);
		for (const name of ['a', 'b', '-rf', 'git']) {
			writeFileSync(join(work, name), '#!/bin/sh\nevil\n', {mode: 0o755});
		}
	};
	fill();
	return {
		/** What ran, and whether a file was made, changed or lost. */
		run(shell: string, command: string) {
			const shown = () => readdirSync(work).map(name => name + readFileSync(join(work, name)));
			const before = shown();
			rmSync(log, {force: true});
			spawnSync(shell, ['-c', command], {
				cwd: work,
				env: {PATH: bin, HOME: work},
				input: '',
				timeout: 5000,
			});
			const ran = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
			const others = ran.filter(line => !/^(?:git status|ls|cat)$/.test(line));
			const isChanged = before.join('\n') !== shown().join('\n');
			if (isChanged) {
				fill();
			}
			return {ran: ran.length, others, isChanged};
		},
	};
}

/** The same numbers on every run, so that what fails once fails again. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed;
	return below => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const simple = [
	'git status',
	'ls',
	'cat a',
	'git status -s',
	'ls -l a',
	'cat "a" b',
	"cat 'a b'",
	'ls "x y"',
	'rm a',
	'evil',
	'git push',
	'git statuses',
	'lss',
	'./git status',
	'sh -c evil',
	'env evil',
	'env ls',
	'xargs evil',
	'sudo ls',
	'nohup ls',
	'time ls',
	'time evil',
	'command evil',
	'exec evil',
	'eval evil',
	'eval ls',
	'. ./a',
	'source a',
	'alias ls=evil',
	'ls() { evil; }',
	'PATH=. git status',
	'A=1 ls',
	'export PATH=.',
	'cd /',
	'trap evil EXIT',
	'find . -exec evil ;',
	'l"s"',
	'l\\s',
	"'ls'",
	'"git" status',
	"git 'status'",
	'git "sta"tus',
	'$X',
	'$(evil)',
	'`evil`',
	'ls $(evil)',
	'cat "`evil`"',
	'cat "$(evil)"',
	"cat '$(evil)'",
	'cat \\$a',
	'ls *',
	'ls {a,b}',
	'ls ~',
	'cat <(evil)',
	"$'evil'",
	"$'\\145vil'",
	'ls # evil',
	'cat "#" a',
	'time -p ls',
	'builtin ls',
	'hash -p ./a git',
	'git status\\\n -s',
	'git \\\nstatus',
	'git\\\nstatus',
	'coproc evil',
	'function ls { evil; }',
	'[[ -f a ]]',
	'((a))',
	'(( $(evil) ))',
	'true',
	'echo x',
	'cat <<< $(evil)',
	"cat <<'E'\nevil\nE",
	'cat <<E\n$(evil)\nE',
	'cat <<"E"\nevil\nE',
	"cat <<'E'\nE\nevil",
	"cat <<-'E'\n\tevil\n\tE",
	"cat <<-'E'\n\tE\nevil\nE\n",
	'</dev/null do ls',
	'2>/dev/null then evil',
	'cat < a',
	'cat <b',
	'< a',
	'> a',
	'ls 2>&1',
	'ls 2>/dev/null',
	'ls >a',
	'ls >> b',
	'ls >&a',
	'ls &>a',
	'ls 2>&-',
	'ls >|a',
	'ls <>c',
	'ls >"$(evil)"',
	'ls 1>c',
	'ls > /dev/null',
];
const joins = [
	';',
	' ; ',
	'&&',
	' && ',
	'||',
	' || ',
	'|',
	' | ',
	'&',
	' & ',
	'\n',
	' |& ',
	';;',
	'\\\n',
	' # x\n',
	'\r\n',
	' ',
];
const wrap: readonly ((inner: string) => string)[] = [
	inner => `(${inner})`,
	inner => `{ ${inner}; }`,
	inner => `if ls; then ${inner}; fi`,
	inner => `if ${inner}; then ls; else cat a; fi`,
	inner => `while ${inner}; do ls; break; done`,
	inner => `for x in a b; do ${inner}; done`,
	inner => `case a in a) ${inner};; esac`,
	inner => `! ${inner}`,
	inner => `sh -c '${inner.replaceAll("'", '')}'`,
	inner => `ls "${inner}"`,
	inner => `ls '${inner}'`,
	inner => `cat $(${inner})`,
	inner => `((${inner}))`,
	inner => `\\${inner}`,
	inner => ` ${inner} `,
	inner => `${inner}\n`,
	inner => `${inner} #`,
	inner => `ls \\${inner}`,
];

function randomCommand(pick: (below: number) => number, depth = 0): string {
	const one = <Item>(items: readonly Item[]) => items[pick(items.length)]!;
	const kind = pick(depth > 2 ? 4 : 10);
	// Half of the pieces are harmless ones, so that enough is allowed to be run.
	const piece = () => (pick(2) === 0 ? simple[pick(8)]! : one(simple));
	if (kind < 4) {
		return piece();
	}
	if (kind < 8) {
		return randomCommand(pick, depth + 1) + one(joins) + randomCommand(pick, depth + 1);
	}
	if (kind < 9) {
		return one(wrap)(randomCommand(pick, depth + 1));
	}
	const command = randomCommand(pick, depth + 1);
	const at = pick(command.length + 1);
	return (
		command.slice(0, at) + one([...'\'"\\`$(){}<>|&;#=~!*? \n\t'.split(''), '']) + command.slice(at)
	);
}

const shells = (process.env['DECIDER_SHELLS'] ?? '/bin/bash:/bin/dash:/bin/sh')
	.split(':')
	.filter(path => existsSync(path));
const commandCount = Number(process.env['DECIDER_COMMANDS'] ?? 6000);

describe('what rules for `git status`, `ls` and `cat` allow', () => {
	it('runs no other program and changes no file, in any random command line', () => {
		const stubs = openStubs();
		const pick = randomFrom(Number(process.env['DECIDER_SEED'] ?? 11));
		const commands = new Set(Array.from({length: commandCount}, () => randomCommand(pick)));
		const allowed = [...commands].filter(isAllowed);
		const wrong = allowed.flatMap((command, index) => {
			const {others, isChanged} = stubs.run(shells[index % shells.length]!, command);
			return others.length > 0 || isChanged ? [{command, others, isChanged}] : [];
		});
		expect(wrong).toEqual([]);
		expect(allowed.length).toBeGreaterThan(commandCount / 20);
	}, 60_000);

	it('would be found out: a command that runs another program is seen to do so', () => {
		const stubs = openStubs();
		expect(stubs.run('/bin/bash', 'ls; evil').others).toEqual(['evil']);
		expect(stubs.run('/bin/bash', 'ls > c').isChanged).toBe(true);
	});
});
