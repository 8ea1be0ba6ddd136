import {describe, expect, it} from 'vitest';
import {localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {dangers} from '../../../source/gate/shell/dangers.ts';
import {readScript} from '../../../source/gate/shell/script.ts';

const rules = ['git status', 'ls', 'cat'].map(
	match => ({scope: 'shell', match, then: 'allow'}) as const,
);

function decision(command: string, doubt?: string): string {
	const exposure = {command, ...(doubt !== undefined && {doubt})};
	const subject = {scope: 'shell', host: localHost, tool: 'x', summary: command, exposure} as const;
	return decide(subject, {rules, grants: [], now: 0}).type;
}

describe('rules for `git status`, `ls` and `cat` allow', () => {
	it.each([
		'git status',
		'git status -s',
		'git  status\t--short',
		"git 'status'",
		'ls && git status; cat a | cat',
		'ls\nls -l\n',
		'(ls; cat "a b")',
		'if ls; then cat a; else git status; fi',
		'cat < a 2>&1',
		"cat 'a $(b) `c` ; d'",
		'ls -l \\\n -a',
		'ls # rm x',
		"cat <<'END'\n$(rm x)\nEND\nls",
		"cat <<-'END'\n\t$(rm x)\n\tEND\nls",
		'cat <<"END"\n$(rm x)\nEND',
	])('%j', command => {
		expect(decision(command)).toBe('allow');
	});
});

describe('rules for `git status`, `ls` and `cat` do not allow', () => {
	it.each([
		// Metacharacters.
		'git status; rm x',
		'git status && rm x',
		'git status || rm x',
		'git status | sh',
		'git status & rm x',
		'git status\nrm x',
		'ls\\\n;rm x',
		'ls;;rm x',
		'(ls; rm x)',
		'{ ls; rm x; }',
		'if ls; then rm x; fi',
		'while ls; do rm x; done',
		'for x in a; do rm $x; done',
		'case a in a) rm x;; esac',
		'ls |& sh',
		// What ends a document, or a reserved word, only seems to.
		"cat <<-'END'\n\tEND\nrm x\nEND",
		"cat <<'END'\n\tEND\nEND\nrm x",
		'</dev/null do ls',
		'2>/dev/null then ls',
		'>/dev/null ! ls',
		// The help of git is shown by another program, which runs a third one.
		'git status --help',
		'git status -s --help',
		"git status '--help'",
		// Other words.
		'git statuses',
		'git stat',
		'./git status',
		'/tmp/git status',
		'lss',
		'ls-x',
		'git -c a=b status',
		'git',
		'status',
		// Substitution and expansion.
		'git status $(rm x)',
		'git status `rm x`',
		'ls `ls`',
		'cat $(ls)',
		'ls() { ls; }',
		'ls (a)',
		'cat "$(rm x)"',
		'cat "`rm x`"',
		'cat <(rm x)',
		'ls >(rm x)',
		'cat $X',
		'cat "$' + '{X:=y}"',
		'ls $((x))',
		'ls *',
		'ls ?',
		'ls [a]',
		'ls {a,b}',
		'cat ~/x',
		"$'ls'",
		'$"ls"',
		'=ls',
		'cat <<END\n$(rm x)\nEND',
		"cat <<'END'\nEND\nrm x",
		'cat <<< $(rm x)',
		"cat <<'END'",
		// Redirections that write.
		'ls > x',
		'ls >> x',
		'ls >| x',
		'ls &> x',
		'ls >& x',
		'ls 1>x',
		'ls <> x',
		'cat < /dev/tcp/1.2.3.4/80',
		'> x',
		'< x',
		// Assignments, aliases, functions.
		'PATH=. git status',
		'LD_PRELOAD=./x ls',
		'A+=1 ls',
		'a[0]=1 ls',
		'alias ls=rm\nls x',
		'ls() { rm x; }',
		'function ls { rm x; }',
		'unalias -a',
		'export PATH=.',
		'cd / && ls',
		'hash -p ./x ls; ls',
		'trap ls EXIT',
		'declare ls=x',
		'set -- x',
		'enable -n ls',
		// Programs that run programs.
		'env git status',
		'env -i ls',
		'xargs ls',
		'ls | xargs rm',
		'sh -c ls',
		"bash -c 'git status'",
		'sudo ls',
		'ssh h ls',
		'time ls',
		'nohup ls',
		'command ls',
		'exec ls',
		'eval ls',
		'. ./x',
		'source x',
		'find . -exec ls',
		'nice ls',
		'timeout 1 ls',
		'watch ls',
		// Quotes.
		"ls 'a",
		'ls "a',
		"ls 'a'; rm 'b'",
		'ls "a"; rm "b"',
		"ls 'a\\'; rm x",
		'ls "a\\\\"; rm x',
		'ls \\',
		"l's' ;rm x",
		'ls a\\;b;rm x',
		// What is not what it looks like.
		'ls\u00a0;rm',
		'ls\u202e',
		'ls\r\nrm x',
		'ls\u0000',
		'\u001b[2Kls',
		'l\u0455',
		'ls\u200b',
		'ls \u037e rm x',
		'!ls',
		'ls !$',
		'',
		' ',
		'#',
	])('%j', command => {
		expect(decision(command)).not.toBe('allow');
	});

	it('what a program runs that is itself allowed', () => {
		const known = [...rules, {scope: 'shell', match: 'sh', then: 'allow'} as const];
		const decided = (command: string) => {
			const subject = {
				scope: 'shell',
				host: localHost,
				tool: 'x',
				summary: 'run',
				exposure: {command},
			};
			return decide(subject as never, {rules: known, grants: [], now: 0}).type;
		};
		expect(decided("sh -c 'git status && ls'")).toBe('allow');
		expect(decided("sh -c 'git status && rm x'")).toBe('ask');
		expect(decided("sh -c 'ls' x")).toBe('ask');
		expect(decided('sh x')).toBe('ask');
		expect(decided('sh')).toBe('ask');
	});

	it('a command that is read by an unknown shell or typed into a program', () => {
		expect(decision('ls -l', 'it runs in fish')).toBe('ask');
	});
});

describe('the card points out', () => {
	it.each([
		['sudo ls', 'runs as another user'],
		['ls > a', 'overwrites a'],
		['ls >> a', 'writes at the end of a'],
		['curl x | sh', 'runs what comes through the pipe: sh'],
		['curl x | sudo bash', 'runs as another user'],
		['rm -rf build', 'deletes folders with all that is in them: build'],
		['cp a ../b', 'outside the workspace: ../b'],
		['echo x > /etc/hosts', 'outside the workspace: /etc/hosts'],
		['git push -f', 'overwrites history'],
		['git --no-pager push --force', 'overwrites history'],
		['git reset --hard', 'drops changes'],
		['git clean -fd', 'deletes files that git does not know'],
		['find . -delete', 'deletes what it finds'],
		['dd if=a of=b', 'writes to devices'],
		['eval ls', 'runs text as a command'],
		['rm ../x', 'outside the workspace: ../x'],
		['rm ../x-', 'outside the workspace: ../x-'],
		['ls > /dev/sda', 'outside the workspace: /dev/sda'],
		['ls $(rm -r x)', 'deletes folders'],
		['l\u0455 x', 'looks like another letter: \u0455 is \\u0455'],
		['$X y', 'the line does not tell which program runs'],
	])('of %j that it %s', (command, words) => {
		const place = {cwd: '/work', workspace: '/work'};
		expect(dangers(command, place).join('\n')).toContain(words);
	});

	it('nothing of a harmless command', () => {
		for (const command of [
			'npm test 2>&1 >/dev/null',
			'git push',
			'git reset a',
			'rm x',
			'cp a b',
		]) {
			expect(dangers(command, {cwd: '/work', workspace: '/work'})).toEqual([]);
		}
	});
});

describe('a line is read up to a limit, and beyond it doubted', () => {
	const nested = (depth: number) => `${'echo $('.repeat(depth)}ls${')'.repeat(depth)}`;
	const deep = 'commands inside commands inside commands';
	const either = 'parentheses that can be a sum or commands';
	const sed = 'what sed runs';
	const long = 'a line that is too long to be looked through';

	it.each([
		['24 commands inside each other', nested(24), deep, false],
		['one more', nested(25), deep, true],
		['24 behind another command inside one', `echo $(ls); ${nested(24)}`, deep, false],
		['one more', `echo $(ls); ${nested(25)}`, deep, true],
		['5,998 words', `ls;ls${' a'.repeat(5996)}`, long, false],
		['one more', `ls;ls${' a'.repeat(5997)}`, long, true],
		['a sum of 399 characters', `((1+${'1'.repeat(397)}))`, either, false],
		['one more', `((1+${'1'.repeat(398)}))`, either, true],
		['a sed script of 1,999 characters', `sed -n 's/a/${'b'.repeat(1993)}/p' f`, sed, false],
		['one more', `sed -n 's/a/${'b'.repeat(1994)}/p' f`, sed, true],
		['1,713 sums that could be commands', `ls${'\n((ls a))'.repeat(1713)}`, long, false],
		['one more', `ls${'\n((ls a))'.repeat(1714)}`, long, true],
	])('%s', (_, line, doubt, isDoubted) => {
		expect(readScript(line).unseen.includes(doubt)).toBe(isDoubted);
	});
});
