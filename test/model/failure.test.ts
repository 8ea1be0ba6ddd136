import {describe, expect, it} from 'vitest';
import {isTransient, toFailure} from '../../source/model/failure.ts';

describe('an error of the model’s client becomes a failure', () => {
	it.each([
		[{status: 401, message: 'bad key'}, 'unauthorized', false],
		[{status: 403, message: 'no'}, 'unauthorized', false],
		[{status: 429, message: 'slow down'}, 'rate-limited', true],
		[{status: 400, message: 'schema'}, 'refused', false],
		[{status: 404, message: 'no model'}, 'refused', false],
		[{status: 408, message: 'late'}, 'timeout', true],
		[{status: 504, message: 'late'}, 'timeout', true],
		[{status: 500, message: 'oops'}, 'upstream', true],
		[{status: 503, message: 'busy'}, 'upstream', true],
		[{status: 502, code: 'upstream_protocol', message: 'a web page'}, 'protocol', false],
		[{status: 502, code: 'limit_exceeded', message: 'without end'}, 'protocol', false],
		[{status: 502, code: 'upstream_tls', message: 'signed by itself'}, 'protocol', false],
		[{status: 502, code: 'upstream_no_trust', message: 'signed by itself'}, 'protocol', false],
		[{status: 404, code: 'web_page', message: 'a web page'}, 'protocol', false],
		[{status: 503, code: 'bot_check', message: 'a bot check'}, 'refused', false],
		[{code: 'server_error', message: 'oops'}, 'upstream', true],
		[{code: 'rate_limit_exceeded', message: 'slow'}, 'rate-limited', true],
		[{code: 'context_length_exceeded', message: 'too long'}, 'refused', false],
		[{cause: {code: 'ECONNREFUSED'}, message: 'Connection error.'}, 'unreachable', true],
	] as const)('%j is %s, and transient: %s', (error, kind, transient) => {
		const failure = toFailure(error);
		expect(failure.kind).toBe(kind);
		expect(isTransient(failure)).toBe(transient);
		expect(failure.message).not.toBe('');
	});

	it('keeps how long to wait, where the other side said so', () => {
		const headers = new Headers({'retry-after': '7'});
		expect(toFailure({status: 429, message: 'slow', headers}).retryAfterMs).toBe(7000);
	});

	it('says in words that the proxy is gone, not "Connection error."', () => {
		expect(
			toFailure({message: 'Connection error.', cause: {code: 'ECONNRESET'}}).message,
		).toContain('proxy');
	});
});
