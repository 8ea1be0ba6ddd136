import {expect, test} from 'vitest';
import {createResponseStore} from '../../../source/proxy/edge/response-store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function store() {
	const clock = fakeClock();
	return {clock, kept: createResponseStore({clock, ttlMs: 1000})};
}

test('a chain is given from its beginning', () => {
	const {kept} = store();
	kept.put('1', {previous: null, items: ['a', 'b'], bytes: 1});
	kept.put('2', {previous: '1', items: ['c'], bytes: 1});
	kept.put('3', {previous: '1', items: ['d'], bytes: 1});
	expect(kept.items('2')).toEqual(['a', 'b', 'c']);
	expect(kept.items('3')).toEqual(['a', 'b', 'd']);
	expect(kept.items('4')).toBeNull();
});

test('what is used stays, what is not goes when its time has come', () => {
	const {clock, kept} = store();
	kept.put('old', {previous: null, items: ['a'], bytes: 1});
	kept.put('new', {previous: 'old', items: ['b'], bytes: 1});
	kept.put('other', {previous: null, items: ['c'], bytes: 1});
	clock.advance(900);
	expect(kept.items('new')).toEqual(['a', 'b']);
	clock.advance(900);
	expect(kept.items('new')).toEqual(['a', 'b']);
	expect(kept.items('other')).toBeNull();
	clock.advance(1001);
	expect(kept.items('new')).toBeNull();
});

test('a chain whose beginning is gone is gone', () => {
	const {kept} = store();
	kept.put('2', {previous: '1', items: ['c'], bytes: 1});
	expect(kept.items('2')).toBeNull();
});

test('the number and the bytes are bounded, the longest unused going first', () => {
	const {kept} = store();
	for (let count = 0; count < 1001; count += 1) {
		kept.put(`${count}`, {previous: null, items: [count], bytes: 1});
	}
	expect(kept.items('0')).toBeNull();
	expect(kept.items('1')).toEqual([1]);
	kept.put('big', {previous: null, items: ['big'], bytes: 67_108_864 - 2});
	expect(kept.items('big')).toEqual(['big']);
	expect(kept.items('1')).toEqual([1]);
	expect(kept.items('2')).toBeNull();
});
