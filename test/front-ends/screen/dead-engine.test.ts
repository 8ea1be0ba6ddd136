import {expect, it} from 'vitest';
import type {SessionId} from '../../../source/events/ids.ts';
import {keepUnsent} from '../../../source/front-ends/screen/follow-engine.ts';
import {endOrLeave, farewell} from '../../../source/front-ends/screen/leave-session.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {createStore} from '../../../source/state/store.ts';
import {onlyWatches} from '../../../source/wire/allowed.ts';

/** A screen whose engine is as the test says, and in whose session nothing was said. */
function open({isGone = false, isWatching = false} = {}) {
	const done: unknown[] = [];
	const note = (word: string) => (what: unknown) => void done.push([word, what]);
	const remote = {
		isGone: () => isGone,
		refusal: () => (isGone ? 'has stopped' : isWatching ? onlyWatches : null),
		screens: () => [],
		tellHere: (_: string, text: string) => done.push(['said', text]),
		detach: () => done.push('detached'),
	};
	const session = 's1' as SessionId;
	const ports = {
		remote,
		session,
		presenter: {session, show: note('shown')},
		view: {input: {apply: note('applied')}},
		mirror: createStore(systemClock()),
		end: async () => ({isWritten: true}),
	} as never;
	return {done, ports};
}

it.each([
	[{type: 'send', text: 'go on'}, 'go on'],
	[{type: 'queue', text: 'later'}, 'later'],
	[{type: 'run-shell', command: 'make'}, '!make'],
] as const)(
	'what nobody takes, such as %o, stands in the composer again, with why',
	(intent, text) => {
		const back = ['applied', {type: 'compose', text}];
		const dead = open({isGone: true});
		expect(keepUnsent(dead.ports, intent)).toBe(true);
		expect(dead.done).toEqual([
			back,
			['shown', expect.objectContaining({title: expect.stringContaining('has stopped')})],
		]);
		const watching = open({isWatching: true});
		expect(keepUnsent(watching.ports, intent)).toBe(true);
		expect(watching.done).toEqual([back, ['said', expect.stringContaining('only watches')]]);
		expect(keepUnsent(open().ports, intent)).toBe(false);
	},
);

it('who leaves is never sent to a session that does not go on: its engine is dead, or it is empty', async () => {
	const dead = open({isGone: true});
	expect(await endOrLeave(dead.ports, {type: 'detach'})).toMatchObject({isWritten: true});
	expect(dead.done).toEqual([]);
	const empty = open();
	const left = await endOrLeave(empty.ports, {type: 'detach'});
	expect(left).toBe('goes on');
	expect(farewell(empty.ports, {type: 'detach'}, left)).toEqual({
		type: 'quit',
		exitCode: 0,
		words: '',
	});
});
