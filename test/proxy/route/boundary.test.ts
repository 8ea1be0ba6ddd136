import {expect, test} from 'vitest';
import {guardedListener} from '../../../source/proxy/route/boundary.ts';
import type {ClientListener} from '../../../source/proxy/route/client.ts';

function listening(broken: keyof ClientListener) {
	const heard: string[] = [];
	let aborted = 0;
	const tell = (name: keyof ClientListener) => () => {
		if (name === broken) {
			throw new Error(`no ${name}`);
		}
		heard.push(name);
	};
	const listener = guardedListener(
		{
			head: tell('head'),
			chunk: tell('chunk'),
			end: tell('end'),
			error: ({message}) => heard.push(`error: ${message}`),
		},
		() => ({
			pause() {},
			resume() {},
			abort() {
				aborted += 1;
			},
		}),
	);
	return {listener, heard, aborted: () => aborted};
}

test.each(['head', 'chunk', 'end'] as const)(
	'whoever throws at the %s of an answer is told so once, and hears no more of it',
	broken => {
		const {listener, heard, aborted} = listening(broken);
		listener.head(200, {});
		listener.chunk(Buffer.from('a'));
		listener.end();
		listener.error({code: 'ECONNRESET', message: 'gone', answered: true, stale: false});
		expect(heard.filter(each => each.startsWith('error'))).toEqual([`error: no ${broken}`]);
		expect(heard.at(-1)).toBe(`error: no ${broken}`);
		expect(aborted()).toBe(1);
	},
);
