import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {waitForCall} from '../../source/mcp-server/answer-call.ts';
import {defaultLimits, type Service} from '../../source/mcp-server/service.ts';
import {createStore} from '../../source/state/store.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const call = 'call_1' as CallId;

/** A call that runs, and is waited for on a clock that only the test moves. */
function waiting(lastsMs: number) {
	const clock = fakeClock();
	const store = createStore(clock);
	store.append({
		...{type: 'tool.proposed', call, turn: 't', reply: '', tool: 'run_in_terminal', raw: '{}'},
		...{input: {}, scope: 'shell', host: 'local', cwd: '/', summary: 'npm test'},
	} as never);
	store.append({type: 'tool.started', call} as never);
	const service = {
		parts: {store, terminals: {view: () => null}, ports: {clock, redactor: createRedactor()}},
		limits: defaultLimits,
	} as unknown as Service;
	const toldAt: number[] = [];
	const startedAt = clock.elapsed();
	const waited = waitForCall(service, call, {
		signal: new AbortController().signal,
		tell: () => void toldAt.push(clock.elapsed() - startedAt),
		asking: 'none',
		ask: () => Promise.reject(new Error('nobody is asked')),
		lastsMs,
	});
	return {clock, waited, toldAt};
}

it('until a call is answered with a handle, progress is told at least every ten seconds', async () => {
	const {clock, waited, toldAt} = waiting(defaultLimits.withTokenMs);
	for (let second = 0; second < 60; second += 1) {
		clock.advance(1000);
		await new Promise(setImmediate);
	}
	const {withTokenMs} = defaultLimits;
	expect(await waited).toMatchObject({type: 'answer', isWhole: false});
	const gaps = [...toldAt, withTokenMs].map((at, index) => at - (toldAt[index - 1] ?? 0));
	expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000);
	expect(toldAt.length).toBeGreaterThan(3);
	expect(Math.max(...toldAt)).toBeLessThanOrEqual(withTokenMs);
});

it('a handle comes before the first client gives up, with and without progress', () => {
	const {withTokenMs, withoutTokenMs, getResultMs} = defaultLimits;
	expect(withTokenMs).toBeLessThan(50_000);
	expect([withoutTokenMs, getResultMs].every(ms => ms < 25_000)).toBe(true);
});
