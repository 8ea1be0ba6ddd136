import {expect, it} from 'vitest';
import {reachOf} from '../../source/gate/leave-behind.ts';
import type {ToolCall} from '../../source/state/state.ts';

const shell = {scope: 'shell', host: 'web', tool: 'run', summary: 'make'};
const typed = {...shell, tool: 'write_stdin', exposure: {terminal: 't1'}};
const write = {scope: 'write', host: 'web', tool: 'write_file', exposure: {targets: ['a', '/b']}};
const own = {...write, exposure: {targets: ['a']}};

it.each([
	['yes', shell, {type: 'once'}, null],
	['no', shell, {type: 'deny'}, null],
	['always', shell, {type: 'always'}, null],
	['the session, for what has no scope', {...shell, scope: null}, {type: 'session'}, null],
	[
		'the session',
		shell,
		{type: 'session'},
		{scope: 'shell', host: 'web', tool: 'run', until: 'session'},
	],
	[
		'a time',
		shell,
		{type: 'until', until: 7},
		{scope: 'shell', host: 'web', tool: 'run', until: 7},
	],
	[
		'the session, for what is typed',
		typed,
		{type: 'session'},
		{scope: 'shell', host: 'web', tool: 'write_stdin', terminal: 't1', until: 'session'},
	],
	[
		'the session, for these words',
		{...shell, exposure: {targets: ['/b']}},
		{type: 'session', match: 'make'},
		{scope: 'shell', host: 'web', tool: 'run', until: 'session', match: 'make'},
	],
	[
		'the session, for a file elsewhere',
		write,
		{type: 'session'},
		{scope: 'write', host: 'web', until: 'session', within: ['/b']},
	],
	[
		'the session, for a file here',
		own,
		{type: 'session'},
		{scope: 'write', host: 'web', until: 'session'},
	],
	[
		'these words, for a file elsewhere',
		write,
		{type: 'session', match: 'write /b'},
		{scope: 'write', host: 'web', until: 'session', match: 'write /b'},
	],
])('what an answer of %s leaves behind', (_, call, verdict, reach) => {
	expect(reachOf(call as unknown as ToolCall, verdict as never)).toStrictEqual(reach);
});
