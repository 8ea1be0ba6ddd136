import {expect, test} from 'vitest';
import {failureOfStatus} from '../../../source/proxy/translate/provider-error.ts';

test.each([
	['no such model', 'up refused the request (400): no such model'],
	['<html><body>Bad Request</body></html>', 'up refused the request (400).'],
	['{"error": "brok', 'up refused the request (400).'],
	['\u001f\u008b\u0008packed', 'up refused the request (400).'],
	['', 'up refused the request (400).'],
])('a refusal with the body “%s” is told in words', (body, message) => {
	expect(failureOfStatus({provider: 'up', status: 400, body}).message).toBe(message);
});

test.each([302, 600, 999])('the status %i is not handed on to the client', status => {
	expect(failureOfStatus({provider: 'up', status, body: ''}).status).toBe(502);
});
