import {expect, it} from 'vitest';
import {deathOf} from '../../source/watchdog/child-end.ts';

it.each([
	[{exitCode: 3, signal: null, lastWords: ''}, 'The proxy ended with code 3.'],
	[{exitCode: null, signal: null, lastWords: ''}, 'The proxy ended with code none.'],
	[{exitCode: null, signal: 'SIGKILL', lastWords: ' \n'}, 'The proxy was ended by SIGKILL.'],
	[
		{exitCode: 1, signal: null, lastWords: 'first\nthe last line\n'},
		'The proxy ended with code 1. It said: the last line',
	],
] as const)(
	'an end is told with its code or signal, and the last line that was said: %j',
	(end, told) => {
		expect(deathOf(end)).toMatchObject({kind: 'unreachable', message: told});
	},
);
