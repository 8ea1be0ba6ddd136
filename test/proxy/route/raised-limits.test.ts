import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {createRaisedLimits} from '../../../source/proxy/route/raised-limits.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

function open(file: string | null) {
	const signals: Signal[] = [];
	const tell = createTell(fakeClock(), signal => signals.push(signal));
	return {...createRaisedLimits({file, tell}), signals};
}

const place = {provider: 'up', model: 'm'};

it('those of a model stand above those of its provider, and no other model has them', () => {
	const limits = open(null);
	limits.raise({provider: 'up'}, {firstByteMs: 100, gapMs: 200});
	limits.raise(place, {firstByteMs: 300});
	expect(limits.of(place)).toEqual({firstByteMs: 300, gapMs: 200});
	expect(limits.of({provider: 'up', model: 'other'})).toEqual({firstByteMs: 100, gapMs: 200});
	expect(limits.of({provider: 'else', model: 'm'})).toEqual({});
});

it('a limit that is raised later leaves the others as they were', () => {
	const limits = open(null);
	limits.raise(place, {firstByteMs: 100});
	limits.raise(place, {gapMs: 200});
	expect(limits.of(place)).toEqual({firstByteMs: 100, gapMs: 200});
	expect([...limits.all().keys()]).toEqual(['up/m']);
});

it('are known to the next process', () => {
	const file = join(temporaryFolder(), 'limits.json');
	open(file).raise(place, {connectMs: 1, firstByteMs: 2, gapMs: 3_600_000, wholeMs: 4});
	expect(open(file).of(place)).toEqual({
		connectMs: 1,
		firstByteMs: 2,
		gapMs: 3_600_000,
		wholeMs: 4,
	});
	expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({version: 1});
});

it('leave those that the proxy of another session raised meanwhile', () => {
	const file = join(temporaryFolder(), 'limits.json');
	const one = open(file);
	const other = open(file);
	one.raise(place, {firstByteMs: 100});
	other.raise(place, {gapMs: 200});
	other.raise({provider: 'else'}, {gapMs: 300});
	expect(open(file).of(place)).toEqual({firstByteMs: 100, gapMs: 200});
	expect(open(file).of({provider: 'else', model: 'm'})).toEqual({gapMs: 300});
});

it.each([
	['no JSON', '{"version":1,'],
	['another version', '{"version":2,"limits":{"up/m":{"gapMs":5}}}'],
	['no limits', '{"version":1,"limits":[]}'],
	['a limit of nothing', '{"version":1,"limits":{"up/m":{"gapMs":0}}}'],
	['a limit over an hour', '{"version":1,"limits":{"up/m":{"gapMs":3600001}}}'],
	['a limit in words', '{"version":1,"limits":{"up/m":{"gapMs":"5"}}}'],
	['an entry that is none', '{"version":1,"limits":{"up/m":5}}'],
	['a limit of another name', '{"version":1,"limits":{"up/m":{"sleepMs":5}}}'],
])('a file with %s raises nothing', (_, text) => {
	const file = join(temporaryFolder(), 'limits.json');
	writeFileSync(file, text);
	expect(open(file).of(place)).toEqual({});
});

it('of very many the newest two hundred are kept', () => {
	const file = join(temporaryFolder(), 'limits.json');
	const limits = open(file);
	for (let count = 0; count <= 200; count += 1) {
		limits.raise({provider: `p${count}`}, {gapMs: 5});
	}
	const kept = [...open(file).all().keys()];
	expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 'p1', 'p200']);
});

it('a disk that takes nothing costs what was raised, is said once, and ends no call', async () => {
	const limits = open('/dev/null/limits.json');
	limits.raise(place, {gapMs: 5});
	limits.raise(place, {gapMs: 6});
	expect(limits.of(place)).toEqual({gapMs: 6});
	await expect
		.poll(() => limits.signals)
		.toMatchObject([{kind: 'store.failed', code: 'provider-limits'}]);
});
