import {expect, test} from 'vitest';
import {badRequest, type CallFailure, stumbled, timedOut} from '../../../source/proxy/failure.ts';
import {causeOf, layerOf} from '../../../source/proxy/route/cause.ts';

test.each([
	[timedOut({provider: 'p', limit: 'first byte', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'gap', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'connect', limitMs: 1}), 'network'],
	[stumbled('p', 'no'), 'proxy'],
	[badRequest('no'), 'client'],
])('%j is charged to one layer: %s', (failure, layer) => {
	expect(layerOf(failure)).toBe(layer);
});

test.each([
	['ECONNRESET', 'upstream.reset', 'before-first-byte'],
	['EPIPE', 'upstream.reset', 'before-first-byte'],
	['ECONNREFUSED', 'upstream.refused-connection', 'ECONNREFUSED'],
	['EHOSTUNREACH', 'upstream.refused-connection', 'EHOSTUNREACH'],
	['ENOTFOUND', 'upstream.dns-failed', 'ENOTFOUND'],
	['EAI_AGAIN', 'upstream.dns-failed', 'EAI_AGAIN'],
	['EAI_FAIL', 'upstream.dns-failed', 'EAI_FAIL'],
	['CERT_HAS_EXPIRED', 'upstream.tls-failed', 'CERT_HAS_EXPIRED'],
])('a connection that failed with %s is told as %s (%s)', (detail, kind, code) => {
	const failure: CallFailure = {
		kind: 'unreachable',
		message: '',
		detail,
		code: 'upstream_unreachable',
		status: 502,
		retry: 'same',
	};
	expect(causeOf(failure, 'before')).toEqual({kind, code});
});
