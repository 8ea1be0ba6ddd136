import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {createLessons} from '../../../source/proxy/route/lessons.ts';
import type {RouteTarget} from '../../../source/proxy/route/resolve.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {failureOfStatus} from '../../../source/proxy/translate/provider-error.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const dayMs = 86_400_000;
const target = (name: string, model: string) =>
	({provider: {name, baseUrl: '', defaultModel: ''}, model}) as unknown as RouteTarget;
const here = target('up', 'm');

function open(file: string | null = null, clock = fakeClock()) {
	const signals: Signal[] = [];
	const tell = createTell(clock, signal => signals.push(signal));
	return {...createLessons({clock, tell, file}), clock, signals};
}

const body = {model: 'm', temperature: 1, seed: 2};

function refusal(param: string) {
	const error = {message: 'not supported', param};
	return failureOfStatus({provider: 'up', status: 400, body: JSON.stringify({error})});
}

describe('what a provider refuses', () => {
	it('is learned once, and left out of each later request of that model only', () => {
		const {learn, apply, signals} = open();
		expect(apply(here, body)).toBe(body);
		expect(learn(here, refusal('temperature'), body)).toBe(true);
		expect(learn(here, refusal('temperature'), body)).toBe(false);
		expect(learn(here, refusal('seed'), body)).toBe(true);
		expect(apply(here, body)).toEqual({model: 'm'});
		expect(apply(target('up', 'other'), body)).toEqual(body);
		expect(apply(target('else', 'm'), body)).toEqual(body);
		expect(signals.map(({kind}) => kind)).toEqual(['lesson.learned', 'lesson.learned']);
	});

	it('is tried again after a day', () => {
		const {learn, apply, rows, clock} = open();
		learn(here, refusal('temperature'), body);
		clock.advance(dayMs - 1);
		expect(apply(here, body)).not.toHaveProperty('temperature');
		expect(rows()).toHaveLength(1);
		clock.advance(1);
		expect(apply(here, body)).toEqual(body);
		expect(rows()).toEqual([]);
		expect(learn(here, refusal('temperature'), body)).toBe(true);
		expect(rows()).toHaveLength(1);
	});

	it('teaches nothing where the refusal names nothing', () => {
		const {learn, signals} = open();
		const vague = failureOfStatus({provider: 'up', status: 400, body: 'no'});
		expect(learn(here, vague, body)).toBe(false);
		expect(signals).toEqual([]);
	});
});

describe('forgetting', () => {
	function openFour() {
		const lessons = open();
		for (const name of ['a', 'b']) {
			for (const model of ['m', 'n']) {
				lessons.learn(target(name, model), refusal('temperature'), body);
			}
		}
		const left = () => lessons.rows().map(({provider, model}) => `${provider}/${model}`);
		return {...lessons, left};
	}

	it.each([
		[{}, 4, []],
		[{provider: 'a'}, 2, ['b/m', 'b/n']],
		[{model: 'm'}, 2, ['a/n', 'b/n']],
		[{provider: 'a', model: 'm'}, 1, ['a/n', 'b/m', 'b/n']],
		[{provider: 'c'}, 0, ['a/m', 'a/n', 'b/m', 'b/n']],
	])('%j takes away exactly what it names', (place, count, rest) => {
		const {clear, left} = openFour();
		expect(clear(place)).toBe(count);
		expect(left()).toEqual(rest);
	});
});

describe('the file', () => {
	it('has what was learned for the next process', () => {
		const file = join(temporaryFolder(), 'caps.json');
		const {learn, clock} = open(file);
		learn(here, refusal('temperature'), body);
		expect(open(file, clock).apply(here, body)).toEqual({model: 'm', seed: 2});
		expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({version: 1});
	});

	it('keeps what the proxy of another session has learned meanwhile, and what that one forgot', () => {
		const file = join(temporaryFolder(), 'caps.json');
		const one = open(file);
		const other = open(file);
		one.learn(here, refusal('temperature'), body);
		other.learn(here, refusal('seed'), body);
		expect(
			open(file)
				.rows()
				.map(({lesson}) => lesson),
		).toHaveLength(2);
		one.clear({});
		other.learn(here, refusal('top_p'), {...body, top_p: 1});
		expect(open(file).rows()).toHaveLength(1);
	});

	const good = {provider: 'up', model: 'm', at: 5, lesson: {type: 'drop', path: 'temperature'}};

	it.each([
		['another version', {version: 2, entries: [good]}, ['version'], 0],
		['no list', {version: 1, entries: {}}, ['not-json'], 0],
		['a text', 'x', ['not-json'], 0],
		['nothing wrong', {version: 1, entries: [good]}, [], 1],
		['a lesson from the future', {version: 1, entries: [{...good, at: 1e15}]}, ['entry-0'], 0],
		[
			'an entry without its model',
			{version: 1, entries: [{...good, model: 5}, good]},
			['entry-0'],
			1,
		],
		['an entry of nobody', {version: 1, entries: [good, {...good, provider: ''}]}, ['entry-1'], 1],
		['an entry that is none', {version: 1, entries: [null, good]}, ['entry-0'], 1],
	])('with %s keeps what is right, and says what is not', (_, content, codes, count) => {
		const file = join(temporaryFolder(), 'caps.json');
		writeFileSync(file, JSON.stringify(content));
		const {rows, signals} = open(file, fakeClock(1000));
		expect(rows()).toHaveLength(count);
		expect(signals.map(({kind, code}) => ({kind, code}))).toEqual(
			codes.map(code => ({kind: 'caps.corrupt', code})),
		);
	});

	it('that is empty is no fault, and one that can not be read is', () => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'caps.json'), ' \n');
		expect(open(join(folder, 'caps.json')).signals).toEqual([]);
		expect(open(join(folder, 'none.json')).signals).toEqual([]);
		expect(open(folder).signals).toMatchObject([{kind: 'caps.corrupt', code: 'unreadable'}]);
	});

	it('that can not be written costs what was learned, is said once, and ends no call', async () => {
		const {learn, apply, signals} = open('/dev/null/caps.json');
		learn(here, refusal('temperature'), body);
		learn(here, refusal('seed'), body);
		expect(apply(here, body)).toEqual({model: 'm'});
		const failed = () => signals.filter(({kind}) => kind === 'store.failed');
		await expect.poll(failed).toHaveLength(1);
	});
});
