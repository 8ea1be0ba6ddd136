import {describe, expect, it} from 'vitest';
import {queryTerminal, questions, readReply} from '../../../source/view/paint/queries.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function open(term = 'xterm-256color') {
	const clock = fakeClock();
	const asked: string[] = [];
	const queries = queryTerminal({write: text => asked.push(text), clock, term, program: ''});
	return {clock, asked, ...queries};
}

describe('a terminal that answers', () => {
	it('is known when its last answer has come', async () => {
		const {clock, asked, take, traits} = open();
		expect(asked).toEqual(['\u001B[?2026$p\u001B[?2004$p\u001B]11;?\u001B\\\u001B[?u\u001B[c']);
		take('\u001B[?2026;2$y');
		take('\u001B]11;rgb:1010/1010/1010\u001B\\');
		take('\u001B[?0u');
		take('\u001B[?64;1;2c');
		expect(await traits).toEqual({
			synchronized: true,
			kittyKeyboard: true,
			background: {red: 16, green: 16, blue: 16, dark: true},
		});
		expect(clock.pending()).toBe(0);
	});

	it('but knows nothing of it, is plain', async () => {
		const {take, traits} = open();
		take('\u001B[?2026;0$y');
		take('\u001B[?6c');
		expect(await traits).toEqual({synchronized: false, kittyKeyboard: false, background: null});
	});
});

it('a terminal that never answers is plain after two seconds', async () => {
	const {clock, traits} = open();
	clock.advance(2000);
	expect(await traits).toEqual({synchronized: false, kittyKeyboard: false, background: null});
});

it('terminals that would draw a question are not asked it', () => {
	expect(questions({term: 'linux', program: ''})).toBe('\u001B[c');
	expect(questions({term: 'xterm-256color', program: 'Apple_Terminal'})).not.toContain('2026');
});

it.each([
	['\u001B]11;rgb:ffff/ffff/ffff\u0007', false],
	['\u001B]11;rgb:f/f/f\u0007', false],
	['\u001B]11;rgba:0000/0000/8080/ffff\u001B\\', true],
	['\u001B]11;rgb:80/00/00\u001B\\', true],
])('the ground of %j is dark: %s', (reply, dark) => {
	expect(readReply(reply).background?.dark).toBe(dark);
});
