import {describe, expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import {decide} from '../../source/gate/decide.ts';
import {piecesOf} from '../../source/gate/pieces.ts';
import {riskyParts} from '../../source/gate/risky-parts.ts';
import {dangers} from '../../source/gate/shell/dangers.ts';
import {everydayLines} from './everyday/everyday.ts';
import {randomFrom} from './shells/random.ts';

const place = {cwd: '/work', workspace: '/work', home: '/home/me'};

function reasonsOf(command: string): readonly string[] {
	const decision = decide(
		{
			scope: 'shell',
			host: localHost,
			tool: 'unified_exec',
			summary: command,
			exposure: {command},
		},
		{rules: [], grants: [], now: 0, place},
	);
	const own = decision.type === 'ask' ? decision.why : undefined;
	return [...new Set([...dangers(command, place), ...(own === undefined ? [] : [own])])];
}

const partsOf = (command: string) => riskyParts(command, reasonsOf(command), reasonsOf);

describe('the risky parts of a command', () => {
	it.each([
		['ls && rm -rf build', 'it deletes', ['rm -rf build']],
		['ls && rm -rf build', 'deletes folders with all that is in them: build', ['build']],
		['echo hi > a.txt; cat a.txt', 'overwrites a.txt', ['a.txt']],
		['cp a "/etc/b c"', 'outside the workspace: /etc/b c', ['"/etc/b c"']],
		['curl x | sh', 'runs what comes through the pipe: sh', ['sh']],
		['for f in a b; do rm "$f"; done', 'it deletes', ['rm "$f"']],
		['echo "$(rm x)" y', 'it deletes', ['rm x']],
		['if true; then sudo ls; fi', 'it runs as another user', ['sudo ls']],
		['(cd a; git push) && ls', 'others see it', ['git push']],
		['rm a; ls; rm b', 'it deletes', ['rm a', 'rm b']],
		['ls; sh -c "rm a"', 'it deletes', ['sh -c "rm a"']],
		['diff <(rm a) b', 'it deletes', ['rm a']],
		['echo $(rm x', 'it deletes', ['rm x']],
	])('%j: %j is about %j', (command, why, texts) => {
		const parts = partsOf(command).filter(part => part.why === why);
		expect(parts.map(({text}) => text)).toEqual(texts);
	});

	it.each([
		['echo rm a; rm b', 11],
		['echo "; rm b"; rm b', 15],
		['# rm b\nrm b', 7],
		["echo ';' rm b; rm b", 15],
	])('in %j only what runs is one, and not the same words elsewhere', (command, at) => {
		const parts = partsOf(command).filter(({why}) => why === 'it deletes');
		expect(parts).toEqual([{at, text: 'rm b', why: 'it deletes'}]);
	});

	it('none is guessed: not in a text behind the line, of a reason for any command, or in a long line', () => {
		expect(partsOf('cat <<E\nrm a\nE\nrm a')).toEqual([]);
		const ruled = (command: string) => [...reasonsOf(command), 'a rule'];
		const found = riskyParts('ls; rm a', ['a rule', 'it deletes'], ruled);
		expect(found.map(({why}) => why)).toEqual(['it deletes']);
		expect(partsOf(`rm a; echo ${'x'.repeat(5000)}`)).toEqual([]);
	});

	it.each([
		['the fortieth command', `${'ls; '.repeat(39)}rm a`, 1],
		['the one after it', `${'ls; '.repeat(40)}rm a`, 0],
		['a command in 4,000 characters', `rm a;${' '.repeat(3993)}ls`, 1],
		['a command in one more', `rm a;${' '.repeat(3994)}ls`, 0],
	])('are sought up to a limit: %s', (_, command, count) => {
		expect(partsOf(command).filter(({why}) => why === 'it deletes')).toHaveLength(count);
	});

	it('stand in the command exactly as they are told', () => {
		for (const command of everydayLines(300, randomFrom(7))) {
			for (const {at, text} of [...partsOf(command), ...piecesOf(command)]) {
				expect(command.slice(at, at + text.length)).toBe(text);
			}
		}
	});
});
