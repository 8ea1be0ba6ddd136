import {describe, expect, it} from 'vitest';
import type {Incident, WatchView} from '../../../source/events/incident.ts';
import {createEmitter} from '../../../source/events/live.ts';
import {emptyMeter, type Meter} from '../../../source/events/meter.ts';
import {createStore} from '../../../source/state/store.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {calmMs, raiseMonitor} from '../../../source/view/monitor/raise-monitor.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {createUiStore} from '../../../source/view/ui-state/ui-store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const typingMs = 2000;

function live<Value>(first: Value) {
	const emitter = createEmitter();
	let value = first;
	return {
		subscribe: emitter.subscribe,
		snapshot: () => value,
		set(next: Value) {
			value = next;
			emitter.emit();
		},
	};
}

const unwritable: Meter = {...emptyMeter, store: {freeMb: 0, problem: 'The disk is full.'}};
const calm: WatchView = {
	isOn: true,
	incidents: [],
	patterns: 0,
	diagnoses: {thisMonth: 0, tokens: 0, costUsd: 0},
};

function open() {
	const clock = fakeClock();
	const store = createStore(clock);
	const ui = createUiStore(initialUiState, store);
	const meter = live(emptyMeter);
	const incidents = live(calm);
	const paint = createPaint(builtInThemes[0]!, 0);
	const look = {subscribe: () => () => {}, snapshot: () => ({columns: 120, rows: 40, paint})};
	let below: {rowsBelow: number} | null = null;
	const browser = {position: () => below};
	const {touched} = raiseMonitor({store, ui, meter, incidents, look, clock, browser});
	return {
		clock,
		ui,
		meter,
		touched,
		shown: () => ui.snapshot().openPanes.monitor ?? 'folded',
		scroll(rowsBelow: number) {
			below = rowsBelow === 0 ? null : {rowsBelow};
			ui.change({viewVersion: ui.snapshot().viewVersion + 1});
		},
		begin(incident: Partial<Incident>) {
			const {incidents: earlier} = incidents.snapshot();
			const begun = {id: `i${earlier.length}`, at: clock.now(), ...incident} as Incident;
			incidents.set({...calm, incidents: [...earlier, begun]});
		},
	};
}

describe('the folded monitor', () => {
	it('rises when a layer is not well, and folds once all was well for a while', () => {
		const {clock, meter, shown} = open();
		expect(shown()).toBe('folded');
		meter.set(unwritable);
		expect(shown()).toBe('raised');
		clock.advance(2 * calmMs);
		meter.set(emptyMeter);
		clock.advance(calmMs - 1);
		expect(shown()).toBe('raised');
		clock.advance(1);
		expect(shown()).toBe('folded');
	});

	it('rises for an incident that is over at once, and not for one of an earlier day', () => {
		const status = {type: 'ended', outcome: 'told', at: 0} as const;
		const {begin, shown} = open();
		begin({status, at: -1});
		expect(shown()).toBe('folded');
		begin({status});
		expect(shown()).toBe('raised');
	});

	it('waits for a pause of typing', () => {
		const {clock, meter, shown, touched} = open();
		touched();
		meter.set(unwritable);
		clock.advance(typingMs - 1);
		expect(shown()).toBe('folded');
		touched();
		clock.advance(typingMs - 1);
		expect(shown()).toBe('folded');
		clock.advance(1);
		expect(shown()).toBe('raised');
	});

	it('waits until the reader of earlier rows is back at the end', () => {
		const {meter, shown, scroll} = open();
		scroll(7);
		meter.set(unwritable);
		expect(shown()).toBe('folded');
		scroll(0);
		expect(shown()).toBe('raised');
	});

	it('stays for who reads in it, and stays folded for who closed it', () => {
		const {clock, meter, shown, ui} = open();
		meter.set(unwritable);
		ui.change({focus: 'monitor'});
		meter.set(emptyMeter);
		clock.advance(2 * calmMs);
		expect(shown()).toBe('raised');
		ui.change({focus: 'chat'});
		expect(shown()).toBe('folded');
		meter.set(unwritable);
		ui.change({openPanes: {}});
		meter.set({...unwritable});
		expect(shown()).toBe('folded');
	});

	it('is closed only by the person who opened it', () => {
		const {clock, meter, shown, ui} = open();
		ui.change({openPanes: {monitor: 'opened'}});
		meter.set(unwritable);
		meter.set(emptyMeter);
		clock.advance(2 * calmMs);
		expect(shown()).toBe('opened');
	});
});
