import {expect, it} from 'vitest';
import {createMeter} from '../../source/watchdog/meter.ts';

const ended = {kind: 'request.ended', at: 1, durationMs: 2000} as const;

it('speed is sampled from counted and from estimated tokens, and not where there are neither', () => {
	const meter = createMeter();
	meter.take({...ended, outputTokens: 100});
	meter.take({...ended, outputTokens: 30, isEstimated: true});
	meter.take(ended);
	expect(meter.snapshot().provider.tokensPerSecond).toEqual([50, 15]);
});
