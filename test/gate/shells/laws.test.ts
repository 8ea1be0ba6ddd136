import {describe, expect, it} from 'vitest';
import {knownWord} from '../../../source/gate/shell/reader.ts';
import type {Script} from '../../../source/gate/shell/script.ts';
import {changesUnseen, runsForbidden, runsOutside, runsUnseen} from './laws.ts';
import type {Outcome, Run} from './world.ts';

const cwd = '/world/work';

function ran(...words: readonly string[]): Run {
	const [name = ''] = words;
	const path = name.includes('/') ? name : `/usr/bin/${name}`;
	return {name: path, words, cwd, descriptors: {}, environment: [], inside: ''};
}

function outcome(runs: readonly Run[], changes: readonly string[] = []): Outcome {
	return {end: 'ended', runs, changes};
}

/** A word that begins with `$` is one that the reader could not know. */
function saw(commands: readonly string[], more: Partial<Script> = {}): Script {
	const simple = commands.map(command => ({
		words: command.split(' ').map(text => ({
			...knownWord(text),
			isSeen: !text.startsWith('$'),
		})),
		isPiped: false,
	}));
	return {unseen: [], writes: [], ...more, commands: simple} as Script;
}

describe('P1: what ran was seen', () => {
	it.each([
		{title: 'the same words', seen: ['rm x'], run: ran('rm', 'x')},
		{title: 'one of several', seen: ['ls', 'rm x'], run: ran('rm', 'x')},
		{
			title: 'any arguments for an unknown word',
			seen: ['rm $x -f'],
			run: ran('rm', 'a', 'b', '-f'),
		},
		{title: 'none for an unknown word', seen: ['rm $x'], run: ran('rm')},
		{title: 'the very path', seen: ['./rm x'], run: ran('./rm', 'x')},
	])('holds for $title', ({seen, run}) => {
		expect(runsUnseen(saw(seen), outcome([run]))).toEqual([]);
	});

	it.each([
		{title: 'another program', seen: ['ls'], run: ran('rm')},
		{title: 'other arguments', seen: ['rm x'], run: ran('rm', 'y')},
		{title: 'more arguments', seen: ['rm x'], run: ran('rm', 'x', 'y')},
		{title: 'fewer arguments', seen: ['rm x'], run: ran('rm')},
		{title: 'a program of that name from elsewhere', seen: ['rm x'], run: ran('./rm', 'x')},
		{title: 'a name that was not known', seen: ['$x'], run: ran('rm')},
	])('is broken by $title', ({seen, run}) => {
		expect(runsUnseen(saw(seen), outcome([run]))).toMatchObject([{law: 'P1'}]);
	});

	it('takes a file that a shell is called with for a program of its own', () => {
		const of = (inside: string) => outcome([{...ran('rm'), inside}]);
		expect(runsUnseen(saw(['sh s']), of('sh\u0001s'))).toEqual([]);
		expect(runsUnseen(saw(['sh']), of('sh'))).toMatchObject([{law: 'P1'}]);
		expect(runsUnseen(saw(['sh -- -s']), of('sh\u0001--\u0001-s'))).toEqual([]);
		expect(runsUnseen(saw(['sh -e s']), of('sh\u0001-eo\u0001x\u0001s'))).toEqual([]);
		expect(runsUnseen(saw(['sh -']), of('sh\u0001-'))).toMatchObject([{law: 'P1'}]);
		expect(runsUnseen(saw(['sh -c s']), of('sh\u0001-c\u0001s'))).toMatchObject([{law: 'P1'}]);
	});

	it('asks nothing of a line in which something was said not to be seen', () => {
		expect(runsUnseen(saw([], {unseen: ['braces']}), outcome([ran('rm')]))).toEqual([]);
	});
});

describe('P2: what changed was among the writes', () => {
	const writes = (target: string) => saw([], {writes: [{target, how: 'overwrite'}]});

	it.each([
		{target: 'z', path: `${cwd}/z`},
		{target: '~/z', path: '/world/home/z'},
		{target: '../home/z', path: '/world/home/z'},
	])('holds for $target', ({target, path}) => {
		expect(changesUnseen(writes(target), outcome([], [path]))).toEqual([]);
	});

	it('is not about what a script writes that a shell is called with', () => {
		expect(changesUnseen(writes('y'), outcome([ran('sh', 's')], [`${cwd}/z`]))).toEqual([]);
		expect(changesUnseen(writes('y'), outcome([ran('sh')], [`${cwd}/z`]))).toHaveLength(1);
	});

	it('is not about a document of zsh, which lies in a file while it is read', () => {
		expect(changesUnseen(writes('y'), outcome([], ['/tmp/zshpdh2NU']))).toEqual([]);
		expect(changesUnseen(writes('y'), outcome([], ['/tmp/zshpdh2NU/z']))).toHaveLength(1);
	});

	it('is broken by another file', () => {
		expect(changesUnseen(writes('y'), outcome([], [`${cwd}/z`]))).toMatchObject([{law: 'P2'}]);
	});
});

describe('P3: what rules allow runs nothing else', () => {
	it('holds for an allowed program where the line began', () => {
		expect(runsOutside(['ls'], outcome([ran('ls', 'a')]))).toEqual([]);
	});

	it('holds for an allowed beginning, and no other of that program', () => {
		expect(runsOutside(['git status'], outcome([ran('git', 'status', '-s')]))).toEqual([]);
		expect(runsOutside(['git status'], outcome([ran('git', 'push')]))).toHaveLength(1);
		expect(runsOutside(['git status'], outcome([ran('git')]))).toHaveLength(1);
	});

	it.each([
		{title: 'another program', given: outcome([ran('rm')])},
		{title: 'one of that name from elsewhere', given: outcome([ran('./ls')])},
		{title: 'another folder', given: outcome([{...ran('ls'), cwd: '/world'}])},
		{title: 'a changed file', given: outcome([ran('ls')], [`${cwd}/z`])},
	])('is broken by $title', ({given}) => {
		expect(runsOutside(['ls'], given)).toMatchObject([{law: 'P3'}]);
	});
});

describe('P4: what a grant lets through runs nothing that a rule is stricter about', () => {
	it.each([
		{forbidden: 'rm', run: ran('rm', 'x')},
		{forbidden: 'rm', run: ran('./rm')},
		{forbidden: 'git push', run: ran('git', 'push')},
		{forbidden: 'git push', run: ran('git', '-C', '.', '-c', 'x=y', '--bare', 'push', '-f')},
	])('is broken by $run.words for $forbidden', ({forbidden, run}) => {
		expect(runsForbidden([forbidden], outcome([run]))).toMatchObject([{law: 'P4'}]);
	});

	it.each([
		{forbidden: 'rm', run: ran('rmdir')},
		{forbidden: 'git push', run: ran('git', 'commit', '-m', 'push')},
		{forbidden: 'git push', run: ran('git', '-C', 'push', 'status')},
	])('holds with $run.words for $forbidden', ({forbidden, run}) => {
		expect(runsForbidden([forbidden], outcome([run]))).toEqual([]);
	});
});
