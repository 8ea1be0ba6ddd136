import {describe, expect, test} from 'vitest';
import {
	badRequest,
	type CallFailure,
	cutOff,
	notFound,
	overLimit,
	stumbled,
	timedOut,
	unreadable,
} from '../../../source/proxy/failure.ts';
import {causeOf, isTlsCode, isTrustCode, layerOf} from '../../../source/proxy/route/cause.ts';

const failure = (more: Partial<CallFailure>): CallFailure => ({
	kind: 'unreachable',
	message: '',
	status: 502,
	code: '',
	retry: 'same',
	...more,
});
const ofStatus = (status: number, kind: CallFailure['kind'] = 'upstream') =>
	failure({kind, status});

test.each([
	[timedOut({provider: 'p', limit: 'first byte', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'gap', limitMs: 1}), 'provider'],
	[timedOut({provider: 'p', limit: 'connect', limitMs: 1}), 'network'],
	[stumbled('p', 'no'), 'proxy'],
	[badRequest('no'), 'client'],
	[notFound('no', 'no_route'), 'client'],
	[failure({kind: 'cancelled'}), 'client'],
	[ofStatus(500), 'provider'],
	[failure({kind: 'denied', status: 402}), 'provider'],
])('%j is charged to one layer: %s', (one, layer) => {
	expect(layerOf(one)).toBe(layer);
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
	for (const reached of ['upstream_unreachable', 'upstream_tls', 'upstream_no_trust']) {
		expect(causeOf(failure({detail, code: reached}), 'before')).toEqual({kind, code});
	}
});

describe('a failure is told', () => {
	test.each([
		[timedOut({provider: 'p', limit: 'first byte', limitMs: 1}), 'upstream.timed-out first-byte'],
		[
			timedOut({provider: 'p', limit: 'whole answer', limitMs: 1}),
			'upstream.timed-out whole-answer',
		],
		[cutOff('p'), 'upstream.reset after-first-byte'],
		[failure({code: 'upstream_reset'}), 'upstream.reset after-first-byte'],
		[unreadable('p', 'x', 'too-deep'), 'upstream.malformed too-deep'],
		[overLimit('x'), 'upstream.malformed too-long'],
		[stumbled('p', 'x'), 'upstream.malformed answer_not_handled'],
		[failure({code: 'web_page'}), 'upstream.malformed web-page'],
		[failure({code: 'missing_provider_key'}), 'upstream.key-refused missing_provider_key'],
		[failure({code: 'upgrade_required', status: 403}), 'upstream.upgrade-required 403'],
		[failure({code: 'bot_check', status: 403}), 'upstream.challenged 403'],
		[failure({code: 'cloudflare_1010', status: 403}), 'upstream.challenged 1010'],
		[ofStatus(429, 'rate-limited'), 'upstream.rate-limited 429'],
		[ofStatus(401, 'unauthorized'), 'upstream.key-refused 401'],
		[ofStatus(403, 'refused'), 'upstream.key-refused 403'],
		[ofStatus(500), 'upstream.server-error 500'],
		[ofStatus(503), 'upstream.server-error 503'],
		[ofStatus(400, 'refused'), 'upstream.schema-refused 400'],
		[ofStatus(422, 'refused'), 'upstream.schema-refused 422'],
	] as const)('%j', (one, told) => {
		const cause = causeOf(one, 'after');
		expect(`${cause?.kind} ${cause?.code}`).toBe(told);
	});

	test.each([
		badRequest('no'),
		ofStatus(404, 'refused'),
		ofStatus(499, 'refused'),
		failure({kind: 'refused', status: 400, code: 'context_length_exceeded'}),
		ofStatus(500, 'cancelled'),
	])('as nothing of the provider’s: %j', one => {
		expect(causeOf(one, 'before')).toBeNull();
	});
});

test.each([
	['DEPTH_ZERO_SELF_SIGNED_CERT', true, true],
	['SELF_SIGNED_CERT_IN_CHAIN', true, true],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true, true],
	['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', true, true],
	['CERT_UNTRUSTED', true, true],
	['CERT_HAS_EXPIRED', true, false],
	['ERR_TLS_CERT_ALTNAME_INVALID', true, false],
	['EPROTO', true, false],
	['ECONNRESET', false, false],
	['ERR_INVALID_URL', false, false],
])(
	'%s is a matter of TLS: %s, and ends when the certificate is trusted: %s',
	(code, tls, trust) => {
		expect([isTlsCode(code), isTrustCode(code)]).toEqual([tls, trust]);
	},
);
