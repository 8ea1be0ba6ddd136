import {describe, expect, it} from 'vitest';
import {builtInTools, createCatalogue} from '../../source/tools/catalogue.ts';
import {summaryOf} from '../../source/tools/summary.ts';

const forged = 'a.txt\nwrite_file in /home\r\nb.txt\u2028c';
const input = {
	path: forged,
	from: 1,
	url: forged,
	host: forged,
	target: forged,
	pattern: forged,
	patch: forged,
	cmd: 'ls',
	command: 'ls',
	workdir: forged,
	chars: 'ls',
	session_id: forged,
	signal: forged,
	view: forged,
	reason: 'it',
};

describe('the summary of a call', () => {
	const names = builtInTools.map(({name}) => name);
	const catalogue = createCatalogue();

	it.each(names)('of %s makes one line of whatever a name in its arguments holds', name => {
		const tool = catalogue.find(name)!;
		expect(summaryOf(tool, input)).not.toMatch(/[\r\n\u2028\u2029]/);
	});

	it.each([
		['run_in_terminal', 'command'],
		['unified_exec', 'cmd'],
	])('of %s on another machine is the very bytes that run there', (name, key) => {
		const command = 'cat "a b"  | wc -c ';
		expect(summaryOf(catalogue.find(name)!, {[key]: command, host: 'web'})).toBe(command);
	});

	it('of a command keeps the lines of the command', () => {
		const tool = catalogue.find('unified_exec')!;
		expect(summaryOf(tool, {cmd: 'a\nb', workdir: 'x\ny'})).toBe('a\nb (in x\u240Ay)');
	});
});
