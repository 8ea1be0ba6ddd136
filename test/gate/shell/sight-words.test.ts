import {expect, it} from 'vitest';
import {readScript} from '../../../source/gate/shell/script.ts';
import {sightWords} from '../../../source/gate/shell/sight-words.ts';

it.each([
	['$x y', 'the line does not tell which program runs: it may do anything'],
	['python -c "print(1)"', 'code for python is not looked into: it may do anything'],
	['PATH=. ls', 'PATH is set, which can change what other commands do'],
	['select x in a; do ls; done', 'it has "select", so it is not certain what would run'],
	['cd $x; ls', 'the line does not tell the folder in which it goes on: it may change other files'],
])('%j asks with what is not known, and why that matters: %s', (command, words) => {
	expect(readScript(command).unseen.map(sightWords)).toContain(words);
});

it.each([
	'for i in 1 2 3; do echo "$i"; done',
	'for f in *; do echo "$f"; done',
	'while read line; do echo "$line"; done < a.txt',
	'f() { echo hi; }; f',
])('%j is no mystery', command => {
	expect(readScript(command).unseen).toEqual([]);
});
