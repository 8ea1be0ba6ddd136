import {describe, expect, it} from 'vitest';
import type {Failure} from '../../source/events/failure.ts';
import type {TurnPorts} from '../../source/turn/ports.ts';
import {open} from './turn-harness.ts';

/** Fails each request in the same way, and passes each pause; gives the pauses. */
async function pausesAfter(
	failure: Failure,
	patience: TurnPorts['patience'],
): Promise<readonly number[]> {
	const {turns, model, log, clock} = open([], undefined, {patience});
	turns.send('hello');
	const pauses = () => log.flatMap(event => (event.type === 'turn.retried' ? [event.delayMs] : []));
	const isOver = () => log.some(({type}) => type === 'turn.ended');
	for (let request = 1; !isOver(); request += 1) {
		(await model.next()).part({type: 'failure', failure});
		await expect.poll(() => isOver() || pauses().length === request).toBe(true);
		if (!isOver()) {
			await expect.poll(() => clock.pending()).toBeGreaterThan(0);
			clock.advance(pauses().at(-1)!);
		}
	}
	await turns.settled();
	expect(log.find(({type}) => type === 'turn.ended')).toMatchObject({outcome: 'failed'});
	return pauses();
}

const gone = {kind: 'unreachable', message: 'gone'} as const;
const limited = {kind: 'rate-limited', message: 'slow down'} as const;

describe('a request that fails', () => {
	it('is made again after 1, 2, 4 and 8 seconds while a person waits', async () => {
		expect(await pausesAfter(gone, 'person')).toEqual([1000, 2000, 4000, 8000]);
	});

	it('is made again after 1 and 2 seconds for a script', async () => {
		expect(await pausesAfter(gone, 'script')).toEqual([1000, 2000]);
	});

	it.each<[string, Failure, TurnPorts['patience'], readonly number[]]>([
		['a minute, for a person', {...gone, retryAfterMs: 60_000}, 'person', Array(4).fill(60_000)],
		['more than a minute', {...gone, retryAfterMs: 60_001}, 'person', []],
		['five seconds, for a script', {...gone, retryAfterMs: 5000}, 'script', [5000, 5000]],
		['more than five seconds, for a script', {...gone, retryAfterMs: 5001}, 'script', []],
		['a minute by its rate limit', {...limited, retryAfterMs: 60_000}, 'script', [60_000, 60_000]],
		['more by its rate limit', {...limited, retryAfterMs: 60_001}, 'script', []],
		['less than our own pause', {...gone, retryAfterMs: 1500}, 'script', [1500, 2000]],
	])('waits as long as it is asked to, or not at all: %s', async (_, failure, patience, pauses) => {
		expect(await pausesAfter(failure, patience)).toEqual(pauses);
	});

	it.each(['unauthorized', 'bad-input'] as const)(
		'is not made again where nothing changes: %s',
		async kind => {
			expect(await pausesAfter({kind, message: 'no'}, 'person')).toEqual([]);
		},
	);
});
