import {expect, test} from 'vitest';
import {readKeyOutput} from '../../../source/proxy/route/key-output.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const inAnHour = now + 3_600_000;

test.each([
	['sk-plain\n', {key: 'sk-plain', expiresAt: null}],
	['', {key: null, expiresAt: null}],
	['{"key":"a"}', {key: 'a', expiresAt: null}],
	['{"access_token":"a","expires_in":3600}', {key: 'a', expiresAt: inAnHour}],
	['{"token":"a","expiry":"2026-01-01T01:00:00Z"}', {key: 'a', expiresAt: inAnHour}],
	[`{"accessToken":"a","expires_on":${inAnHour / 1000}}`, {key: 'a', expiresAt: inAnHour}],
	[`{"apiKey":"a","expiresAt":${inAnHour}}`, {key: 'a', expiresAt: inAnHour}],
	[
		'{"kind":"ExecCredential","status":{"token":"a","expirationTimestamp":"2026-01-01T01:00:00Z"}}',
		{key: 'a', expiresAt: inAnHour},
	],
	['{"expires_in":3600}', {key: null, expiresAt: inAnHour}],
	['{"key":"a","expiry":"soon"}', {key: 'a', expiresAt: null}],
	['{broken', {key: '{broken', expiresAt: null}],
])('%j is read', (output, read) => {
	expect(readKeyOutput(output, now)).toEqual(read);
});
