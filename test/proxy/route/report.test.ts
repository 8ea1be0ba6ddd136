import {expect, it} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {type CallFailure, cutOff, stumbled, timedOut} from '../../../source/proxy/failure.ts';
import type {CallEnd} from '../../../source/proxy/route/call.ts';
import type {ClientCall, Prepared} from '../../../source/proxy/route/prepare.ts';
import {createReport} from '../../../source/proxy/route/report.ts';
import type {ResolvedRoute, RouteTarget} from '../../../source/proxy/route/resolve.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const up = targetOf('up', 'http://up.test:8080/v1');
const spare = targetOf('spare', 'no address');

function targetOf(name: string, baseUrl: string): RouteTarget {
	return {provider: {name, baseUrl}, model: 'm'} as RouteTarget;
}

function open(call: Partial<ClientCall> = {}) {
	const clock = fakeClock();
	const signals: Omit<Signal, 'at'>[] = [];
	const tell = createTell(clock, ({at: _, ...signal}) => signals.push(signal));
	const report = createReport({
		call: {id: 'c1', ...call} as ClientCall,
		route: {model: 'asked'} as ResolvedRoute,
		tell,
		clock,
	});
	return {clock, signals, report};
}

const about = {request: 'c1', route: 'asked'};
const ofUp = {...about, provider: 'up', model: 'm', host: 'up.test:8080'};

const failure = (more: Partial<CallFailure> = {}): CallFailure => ({
	kind: 'upstream',
	message: 'up answered 503',
	status: 503,
	code: 'x',
	retry: 'same',
	...more,
});

/** As far as a report looks at it: what the pipe knows of tokens. */
function preparedWith(state: object): Prepared {
	return {pipe: {state: () => ({usage: null, estimate: null, ...state})}} as Prepared;
}

const used = preparedWith({usage: {inputTokens: 5, outputTokens: 6, cachedTokens: 0}});

it('every signal names the call, the name that was asked for, and who was asked last', () => {
	const {report, signals} = open();
	report.started(up);
	report.failedTry(null, {failure: failure(), spoke: false});
	report.started(spare);
	report.failedTry(null, {failure: failure(), spoke: false});
	report.started(up);
	expect(signals).toStrictEqual([
		{kind: 'request.started', ...ofUp},
		{kind: 'upstream.server-error', ...ofUp, code: 503},
		{kind: 'request.started', ...about, provider: 'spare', model: 'm'},
		{kind: 'upstream.server-error', ...about, provider: 'spare', model: 'm', code: 503},
		{kind: 'request.started', ...ofUp},
	]);
});

type Say = (report: ReturnType<typeof createReport>) => void;

it.each<[string, Say, object[]]>([
	[
		'a target that rests, for whole milliseconds',
		report => report.cooling(up, 12.6),
		[{kind: 'routes.cooling', retryAfterMs: 13}],
	],
	[
		'a failure before the first byte',
		report => report.failedTry(up, {failure: cutOff('up'), spoke: false}),
		[{kind: 'upstream.reset', code: 'before-first-byte'}],
	],
	[
		'a failure after it, with the time that the provider wants',
		report => report.failedTry(up, {failure: {...cutOff('up'), retryAfterMs: 5}, spoke: true}),
		[{kind: 'upstream.reset', code: 'after-first-byte', retryAfterMs: 5}],
	],
	[
		'nothing of a failure that is not the provider’s',
		report => report.failedTry(up, {failure: failure({kind: 'bad-input'}), spoke: false}),
		[],
	],
	[
		'a call of the model',
		report => report.called(up, {kind: 'call.mended', code: 'bash-block'}),
		[{kind: 'call.mended', code: 'bash-block'}],
	],
	[
		'a server that reads the prompt',
		report => report.reading(up, {what: 'loading', percent: 7}),
		[{kind: 'request.reading', code: 'loading', percent: 7}],
	],
	[
		'another try, and how long it waits',
		report => report.retried(up, failure({said: ' no'}), 20),
		[{kind: 'request.retried', code: 503, note: 'up answered 503', durationMs: 20}],
	],
	[
		'another try, without the words of the provider',
		report => report.retried(up, failure({message: 'up answered 503: no', said: 'no'})),
		[{kind: 'request.retried', code: 503, note: 'up answered 503'}],
	],
	[
		'another route',
		report => report.rerouted(up, failure({detail: 'slow'})),
		[{kind: 'request.rerouted', code: 'slow', note: 'up answered 503'}],
	],
	[
		'that nobody is left who may answer, with the code of the cause',
		report => report.givenUp(up, timedOut({provider: 'up', limit: 'gap', limitMs: 1})),
		[{kind: 'upstream.unavailable', code: 'gap'}],
	],
	[
		'that nobody is left who may answer, with the status where there is no cause',
		report => report.givenUp(up, failure({kind: 'denied', status: 402})),
		[{kind: 'upstream.unavailable', code: 402}],
	],
	[
		'nothing of a request that nobody can answer',
		report => report.givenUp(up, failure({retry: 'never'})),
		[],
	],
	[
		'a stream that goes on, and its tokens',
		report => report.resumed(up, used),
		[{kind: 'stream.resumed', inputTokens: 5, outputTokens: 6}],
	],
	[
		'an answer that goes on at its length',
		report => report.again(up, {again: {why: 'continued'} as never, prepared: null}),
		[{kind: 'stream.continued'}],
	],
	[
		'a model that is asked to write its call again',
		report => report.again(up, {again: {why: 'asked-back', code: 'json'} as never, prepared: used}),
		[{kind: 'call.asked-back', code: 'json', inputTokens: 5, outputTokens: 6}],
	],
])('it tells %s', (_, say, told) => {
	const {report, signals} = open();
	say(report);
	expect(signals).toStrictEqual(told.map(facts => ({...ofUp, ...facts})));
});

it('whose request it is that is read is told of our own engine', () => {
	const {report, signals} = open({isEngine: true});
	report.reading(up, {what: 'queued'} as never);
	expect(signals).toStrictEqual([{...ofUp, kind: 'request.reading', code: 'queued', isOwn: true}]);
});

it('what a provider was not sent is told once, with each word that there is about it', () => {
	const {report, signals} = open();
	report.trying(up, ['one', 'two']);
	report.trying(up, ['two']);
	expect(signals).toStrictEqual([
		{kind: 'tool.dropped', provider: 'up', note: 'one'},
		{kind: 'tool.dropped', provider: 'up', note: 'two'},
	]);
});

it('the time to the first byte is of the try, that to the end of the whole call, the gap the longest', () => {
	const {report, signals, clock} = open();
	clock.advance(1000);
	const first = report.trying(up, []);
	clock.advance(20);
	first.firstByte();
	first.gap(30);
	first.gap(10);
	clock.advance(5);
	report.ended({status: 'answered', target: up, prepared: used});
	expect(signals).toStrictEqual([
		{...ofUp, kind: 'request.first-byte', durationMs: 20},
		{...ofUp, kind: 'request.ended', durationMs: 1025, gapMs: 30, inputTokens: 5, outputTokens: 6},
	]);
	expect(first.result({status: 'answered'}, false)).toMatchObject({firstByteMs: 20});
});

it.each([
	['usage', {usage: {inputTokens: 1, outputTokens: 2, cachedTokens: 3}}, {cachedTokens: 3}],
	['an estimate', {estimate: {inputTokens: 1, outputTokens: 2}}, {isEstimated: true}],
])('tokens are told from %s', (_, state, more) => {
	const {report, signals} = open();
	report.ended({status: 'answered', target: up, prepared: preparedWith(state)});
	expect(signals).toStrictEqual([
		{
			...ofUp,
			...{kind: 'request.ended', durationMs: 0, gapMs: 0, inputTokens: 1, outputTokens: 2},
			...more,
		},
	]);
});

it('where nothing is known of tokens, nothing is told of them', () => {
	const {report, signals} = open();
	report.ended({status: 'answered', target: up, prepared: preparedWith({})});
	expect(signals).toStrictEqual([{...ofUp, kind: 'request.ended', durationMs: 0, gapMs: 0}]);
});

const tooLong = failure({kind: 'refused', status: 400, code: 'context_length_exceeded'});
const failed = {kind: 'request.failed', note: 'up answered 503', durationMs: 0, layer: 'provider'};

it.each<[string, CallEnd, boolean, object[]]>([
	['a client that left', {status: 'left'}, false, [{kind: 'client.left', durationMs: 0}]],
	[
		'a failure, and who is to blame for it',
		{status: 'failed', failure: failure(), sent: false},
		false,
		[{...failed, code: 503}],
	],
	[
		'a conversation that is too long for a guest',
		{status: 'failed', failure: tooLong, sent: false},
		false,
		[{kind: 'guest.context-exceeded'}, {...failed, code: 400}],
	],
	[
		'nothing of that to our own engine',
		{status: 'failed', failure: tooLong, sent: false},
		true,
		[{...failed, code: 400}],
	],
])('at the end of a call it tells %s', (_, end, isEngine, told) => {
	const {report, signals} = open({isEngine});
	report.ended(end);
	expect(signals).toStrictEqual(told.map(facts => ({...about, ...facts})));
});

const failedWith = (of: CallFailure) => ({status: 'failed', failure: of, sent: false}) as const;
const outage = failure();

it.each([
	['an answer', {status: 'answered'} as const, 'well'],
	['a model that is asked again', {status: 'again', again: {} as never} as const, 'well'],
	['a client that left', {status: 'left'} as const, 'neither'],
	['an error of the provider', failedWith(outage), 'failed'],
	['silence', failedWith(timedOut({provider: 'up', limit: 'gap', limitMs: 1})), 'failed'],
	['a provider that can not be reached', failedWith(failure({kind: 'unreachable'})), 'failed'],
	['half an answer', failedWith(cutOff('up')), 'failed'],
	['what can not be read', failedWith(failure({kind: 'protocol'})), 'failed'],
	['an exception of our own', failedWith(stumbled('up', 'x')), 'neither'],
	['a refusal', failedWith(failure({kind: 'refused'})), 'neither'],
	['a limit of requests', failedWith(failure({kind: 'rate-limited'})), 'neither'],
])('%s counts for the route', (_, end, how) => {
	const {report} = open();
	const trying = report.trying(up, []);
	expect(trying.result(end, false)).toStrictEqual({
		how,
		failure: 'failure' in end ? end.failure : undefined,
		firstByteMs: undefined,
	});
	expect(trying.result(end, true).how).toBe(how === 'failed' ? 'neither' : how);
});
