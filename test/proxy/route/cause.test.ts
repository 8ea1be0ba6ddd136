import {expect, test} from 'vitest';
import {badRequest, stumbled, timedOut} from '../../../source/proxy/failure.ts';
import {layerOf} from '../../../source/proxy/route/cause.ts';

test.each([
	[timedOut({provider: 'p', limit: 'first byte', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'gap', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'connect', limitMs: 1}), 'network'],
	[stumbled('p', 'no'), 'proxy'],
	[badRequest('no'), 'client'],
])('%j is charged to one layer: %s', (failure, layer) => {
	expect(layerOf(failure)).toBe(layer);
});
