import {expect, it} from 'vitest';
import {adopt, askForPort, giveUpReplacing, replace} from '../../source/watchdog/replace.ts';
import type {SupervisorState} from '../../source/watchdog/supervisor-state.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/** A child that notes what it is told. */
function child(name: string, told: string[]) {
	let passed: (what: string, socket?: object) => void = () => {};
	return {
		pass: (what: string, socket?: object) => told.push(`${name} ${what}${socket ? ' socket' : ''}`),
		signal: (signal: string) => told.push(`${name} ${signal}`),
		onPassed: (listener: typeof passed) => {
			passed = listener;
		},
		gives: (socket?: object) => passed('socket', socket),
	};
}

function open({isRunning = true} = {}) {
	const clock = fakeClock();
	const told: string[] = [];
	const [old, young] = [child('old', told), child('young', told)];
	const state = {
		child: isRunning ? old : null,
		next: null,
		leaving: new Set(),
		replacing: null,
		address: {port: 4, token: 't'},
		restarts: 0,
	} as unknown as SupervisorState;
	const spawned: object[] = [];
	const ports = {
		clock,
		spawn(options: object) {
			spawned.push(options);
			return young;
		},
	} as never;
	const begin = () => replace(ports, state, () => told.push('followed'));
	return {clock, told, old, young, state, spawned, ports, begin};
}

it('a new process is passed the socket of the old one, which leaves when the new one listens', () => {
	const {clock, told, old, young, state, spawned, ports, begin} = open();
	begin();
	begin();
	expect(spawned).toEqual([{port: 4, token: 't', takesOver: true}]);
	askForPort(ports, state);
	old.gives({close() {}});
	adopt(state);
	expect(told).toEqual(['followed', 'old give', 'young take socket', 'old release']);
	expect(state).toMatchObject({child: young, next: null, restarts: 1, replacing: null});
	expect([...state.leaving]).toEqual([old]);
	expect(clock.pending()).toBe(0);
});

it('where nothing runs, the new process is told to listen by itself', () => {
	const {told, young, state, ports, begin} = open({isRunning: false});
	begin();
	askForPort(ports, state);
	adopt(state);
	expect(told).toEqual(['followed', 'young take']);
	expect(state).toMatchObject({child: young, next: null, restarts: 1});
	expect(state.leaving.size).toBe(0);
});

it('a new process that is not ready in time is ended, and an old one that does not give its socket', () => {
	const {clock, told, state, ports, begin} = open();
	begin();
	clock.advance(14_999);
	expect(told).toEqual(['followed']);
	clock.advance(1);
	expect(told).toEqual(['followed', 'young SIGKILL']);
	askForPort(ports, state);
	clock.advance(2999);
	expect(told.at(-1)).toBe('old give');
	clock.advance(1);
	expect(told.at(-1)).toBe('old SIGKILL');
});

it('a new process that ended too early leaves the old one as it was, and its socket closed', () => {
	const {clock, told, old, state, begin} = open();
	begin();
	giveUpReplacing(state);
	let isClosed = false;
	old.gives({
		close() {
			isClosed = true;
		},
	});
	old.gives();
	expect(isClosed).toBe(true);
	expect(told).toEqual(['followed']);
	expect(state).toMatchObject({child: old, next: null, replacing: null, restarts: 0});
	clock.advance(20_000);
	expect(told).toEqual(['followed']);
});
