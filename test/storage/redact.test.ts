import {describe, expect, it} from 'vitest';
import {createRedactor, knownSecrets} from '../../source/storage/redact.ts';

const letters = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
const known = 'a value "in" quotes\\and more';

/** The secret must be gone, and what stands around it must still be there. */
const secrets: [kind: string, secret: string, text?: string][] = [
	['openai-key', `sk-${letters}`],
	['openai-key', `sk-proj-${letters}-${letters}_x`],
	['anthropic-key', `sk-ant-api03-${letters}`],
	['openrouter-key', `sk-or-v1-${letters}`],
	['google-key', `AIza${letters.slice(0, 35)}`],
	['aws-key', 'AKIAIOSFODNN7EXAMPLE'],
	['aws-key', 'ASIAIOSFODNN7EXAMPLE'],
	['github-token', `ghp_${letters}`],
	['github-token', `gho_${letters}`],
	['github-token', `github_pat_11AAAAAA0_${letters}`],
	['slack-token', 'xoxb-123456789012-abcdefghij'],
	['npm-token', `npm_${letters}`],
	['jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'],
	['private-key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n-----END OPENSSH PRIVATE KEY-----'],
	[
		'private-key',
		'-----BEGIN RSA PRIVATE KEY-----\nMIIcut',
		'x -----BEGIN RSA PRIVATE KEY-----\nMIIcut',
	],
	['header', 'hunter2hunter2', 'curl -H "Authorization: Bearer hunter2hunter2" https://a'],
	['header', 'dXNlcjpwYXNz', "-H 'authorization: Basic dXNlcjpwYXNz'"],
	['header', 'hunter2hunter2', '{"authorization":"Bearer hunter2hunter2"}'],
	['header', 'hunter2hunter2', '{\\"x-api-key\\": \\"hunter2hunter2\\"}'],
	['cookie', 'sid=31d4d96e407aad42; theme=1', '> Cookie: sid=31d4d96e407aad42; theme=1'],
	['cookie', 'sid=31d4d96e; HttpOnly', 'Set-Cookie: sid=31d4d96e; HttpOnly\r\nServer: x'],
	['url-password', 'hunter2', 'git clone https://me:hunter2@example.org/a.git'],
	['url-password', 'p%40ss', 'postgres://app:p%40ss@db:5432/x'],
	['field', 'hunter2', '{"user":"me","password":"hunter2"}'],
	['known', known, `it is ${known}.`],
];

const innocent = [
	'a task-list, a risk-free disk-usage-report-with-a-long-name',
	'https://example.org/a@b and mail me@example.org',
	'ssh me@host:22 and git@github.com:a/b.git',
	'The Authorization header is needed; cookies are off; Asia is large.',
	'authorization.asked and authorization.answered',
	'the bearer of this letter',
	'password: see the manual',
	'eyJ is how a token begins; sk-short is none; npm_config_cache is a name',
	'{"inputTokens":12,"secretary":"me","token_count":"5"}',
];

describe('the redactor', () => {
	const redactor = createRedactor([known]);

	it.each(secrets)('hides a secret of kind %s: %s', (kind, secret, text = `x=${secret} y`) => {
		const hidden = redactor.text(text);
		expect(hidden).not.toContain(secret);
		expect(hidden).toMatch(new RegExp(`‹redacted:${kind}›#[0-9a-f]{4}`));
		const [before = '', after = ''] = text.split(secret);
		expect(hidden.startsWith(before)).toBe(true);
		expect(hidden.endsWith(after)).toBe(true);
	});

	it.each(secrets)(
		'leaves strict JSON around a secret of kind %s: %s',
		(_, secret, text = secret) => {
			const event = {type: 'x', nested: {list: [text, 1, null]}, raw: JSON.stringify({cmd: text})};
			const line = redactor.json(event);
			expect(line).not.toContain('\n');
			expect(JSON.parse(line)).toMatchObject({
				type: 'x',
				nested: {list: [expect.any(String), 1, null]},
			});
			expect(JSON.stringify(JSON.parse(line))).not.toContain(JSON.stringify(secret).slice(1, -1));
			expect(line).not.toContain(JSON.stringify(JSON.stringify(secret)).slice(3, -3));
		},
	);

	it.each(innocent)('leaves this as it is: %s', text => {
		expect(redactor.text(text)).toBe(text);
		expect(redactor.json({text})).toBe(JSON.stringify({text}));
	});

	it('hides the whole of a field that is named as a secret', () => {
		const line = redactor.json({headers: {Cookie: 'a=b', 'X-Api-Key': '12'}, password: 'x'});
		expect(line).toMatch(/"Cookie":"‹redacted:field›#\w{4}","X-Api-Key":"‹redacted:field›#\w{4}"/);
		expect(line).toMatch(/"password":"‹redacted:field›/);
	});

	it('marks equal secrets equally and different ones differently', () => {
		const [one, same, other] = [`sk-${letters}`, `sk-${letters}`, `sk-${letters}x`].map(text =>
			redactor.text(text),
		);
		expect(one).toBe(same);
		expect(one).not.toBe(other);
	});

	it('redacts what is redacted already to the same text', () => {
		for (const [, secret, text = `x=${secret} y`] of secrets) {
			expect(redactor.text(redactor.text(text))).toBe(redactor.text(text));
		}
	});

	it('does not look for known values that are too short to be told from words', () => {
		expect(createRedactor(['test']).text('a test')).toBe('a test');
	});

	it('knows the values of the variables that are named as keys', () => {
		const env = {OPENAI_API_KEY: 'one', MY_KEY: 'two', HOME: '/'};
		expect(knownSecrets(env, [{apiKeyEnv: 'MY_KEY'}, {apiKey: 'three'}])).toEqual([
			'one',
			'two',
			'three',
		]);
	});

	it.each(['a.', 'eyJa-', 'sk-', '://', 'https://a:', '-----BEGIN PRIVATE KEY-----', 'cookie '])(
		'stays quick on 200 KB of "%s"',
		piece => {
			const text = piece.repeat(200_000 / piece.length);
			const start = performance.now();
			redactor.text(text);
			expect(performance.now() - start).toBeLessThan(1000);
		},
	);
});
