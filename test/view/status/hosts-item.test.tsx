import {describe, expect, it} from 'vitest';
import type {HopState} from '../../../source/events/hop.ts';
import {type HostId, localHost} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {HopRecord} from '../../../source/state/hops.ts';
import type {State} from '../../../source/state/state.ts';
import {textWidth} from '../../../source/text/width.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {hostsItem} from '../../../source/view/status/hosts-item.ts';
import type {Status} from '../../../source/view/status/status.ts';
import {StatusRow} from '../../../source/view/status/status-row.tsx';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {always, drawnText, testHandles} from '../ink/drawn.tsx';

const paint = createPaint(builtInThemes[0]!, 0);
const web = 'web' as HostId;
const reason = {kind: 'unreachable', message: 'gone'} as const;
const lost = {status: 'reconnecting', attempt: 12, nextInMs: 30_000, reason} as const;

function stateWith(state: HopState, current: HostId = web): State {
	const hop: HopRecord = {host: web, state, at: 0, facts: null, place: null};
	return {...emptyState, hops: {current, list: [hop], questions: [], unconfirmed: [], inDoubt: []}};
}

function signs(state: State): readonly string[] {
	const facts = {state, ui: initialUiState, now: 0, isProxySilent: false, hidden: [], dots: null};
	return hostsItem.parts(facts, paint).map(({text}) => text);
}

describe('the sign of the current host', () => {
	it.each<[HopState, string]>([
		[{status: 'ready'}, '@web ready'],
		[{status: 'stale', lastContactMs: 9000}, '@web silent for 9 s'],
		[lost, '@web lost, try 12 in 30 s'],
		[{status: 'failed', reason}, '@web failed'],
		[{status: 'closed'}, '@web not connected'],
	])('says how it stands there: %j', (state, words) => {
		expect(signs(stateWith(state))).toEqual([words]);
	});

	it('is not needed here, where only trouble elsewhere is shown', () => {
		expect(signs(stateWith({status: 'ready'}, localHost))).toEqual([]);
		expect(signs(stateWith(lost, localHost))).toEqual(['web lost, try 12 in 30 s']);
	});

	it('stands in the status line at 80 columns whatever else is said', () => {
		const state: State = {
			...stateWith(lost),
			notices: [{seq: 1, level: 'warn', text: 'x'.repeat(200), at: 0}],
		};
		const flags = {leader: false, isProxySilent: false, reading: null, dots: null};
		const status = {
			ui: initialUiState,
			now: 0,
			columns: 80,
			flash: '',
			seeking: null,
			...flags,
		} as const;
		const source = always<Status>({...status, state, hidden: ['terminal', 'monitor']});
		const row = drawnText(<StatusRow />, testHandles({status: source}), 80);
		expect(row).toContain('@web lost, try 12 in 30 s');
		expect(textWidth(row)).toBe(80);
	});

	it('ticks only while something in it passes', () => {
		expect(hostsItem.isMoving?.(stateWith(lost))).toBe(true);
		expect(hostsItem.isMoving?.(stateWith({status: 'ready'}))).toBe(false);
	});
});
