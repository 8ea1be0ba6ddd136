import {expect, it} from 'vitest';
import {localHost} from '../../source/events/ids.ts';
import {type Presenter, requestFromSession} from '../../source/front-ends/session-requests.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import type {State, TerminalRecord, ToolCall} from '../../source/state/state.ts';

const here = {
	id: 't1',
	title: 'make test',
	host: localHost,
	owner: 'model',
	control: 'model',
	ended: null,
} as unknown as TerminalRecord;
const far = {...here, title: 'make deploy', host: 'web'} as TerminalRecord;
const ended = {exitCode: 0, signal: null, durationMs: 1};

/** What quitting asks, or how it leaves. */
async function quit(state: Partial<State>, {canDetach = false, isSure = false, screens = 1} = {}) {
	const did: unknown[] = [];
	const presenter = {
		state: () => ({...emptyState, ...state}),
		canDetach,
		remote: canDetach ? ({screens: () => Array(screens).fill({})} as never) : null,
		show: overlay => did.push(overlay),
		leave: exit => did.push(exit),
	} as Partial<Presenter> as Presenter;
	await requestFromSession({type: 'quit', isSure}, presenter);
	expect(did).toHaveLength(1);
	return did[0];
}

const leaves = {type: 'quit', exitCode: 0};

it('quitting a session that ends with its window asks where something runs on another machine, and not for what has ended', async () => {
	expect(await quit({terminals: [{...far, ended}]})).toMatchObject(leaves);
	expect(await quit({terminals: [far, {...far, id: 't2' as never}]})).toMatchObject({
		title: '2 programs still run on web',
		items: [
			{label: 'Stay', intent: {type: 'close-overlay'}},
			{label: 'Quit, and end it there', intent: {type: 'quit', isSure: true}},
		],
	});
	expect(await quit({terminals: [far]}, {isSure: true})).toMatchObject(leaves);
});

it('quitting asks for a call on another machine that has no terminal', async () => {
	const call = {
		id: 'c1',
		host: 'web',
		scope: 'write',
		summary: 'write app.txt',
		status: {type: 'running'},
	} as unknown as ToolCall;
	const calls: State['calls'] = new Map([[call.id, call]]);
	expect(await quit({calls})).toMatchObject({title: 'write app.txt still runs on web'});
});

it('quitting a session with a process of its own asks what is to become of what runs; Enter loses nothing', async () => {
	expect(await quit({terminals: [{...here, ended}]}, {canDetach: true})).toMatchObject(leaves);
	expect(await quit({terminals: [here, far]}, {canDetach: true})).toMatchObject({
		title: '2 programs run',
		items: [
			{label: 'Leave it running', intent: {type: 'detach'}},
			{label: 'End everything', intent: {type: 'quit', isSure: true}},
			{label: 'Stay', intent: {type: 'close-overlay'}},
		],
	});
});

it('quitting a session that another screen shows asks too, for it would end there', async () => {
	expect(await quit({}, {canDetach: true, screens: 2})).toMatchObject({
		title: 'Another screen shows it',
		items: [{label: 'Leave it running'}, {label: 'End everything'}, {label: 'Stay'}],
	});
});
