import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {defaultSettings, type ProviderSettings} from '../../source/events/settings.ts';
import type {FaultWord} from '../../source/watchdog/faults.ts';
import {type Chaos, openChaos} from '../helpers/chaos.ts';
import {type Asked, startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const well = (asked: Asked) => {
	asked.say('well');
	asked.finish();
};

const status =
	(code: number, body: unknown = {error: {message: 'no'}}, headers: Record<string, string> = {}) =>
	(asked: Asked) =>
		asked.answer({status: code, body, headers});

/** Each request gets the next of these; the last one goes for all that follow. */
function script(upstream: Upstream, ...steps: readonly ((asked: Asked) => void)[]): void {
	let count = 0;
	upstream.always(asked => {
		steps[Math.min(count, steps.length - 1)]?.(asked);
		count += 1;
	});
}

async function turn(chaos: Chaos): Promise<void> {
	chaos.say('hello');
	await chaos.idle(60_000);
}

describe('mended within the request, and seen to be', () => {
	const cases: readonly [string, FaultWord, readonly ((asked: Asked) => void)[], object][] = [
		[
			'B1: 429 with Retry-After 2',
			'rateLimited',
			[status(429, {error: {message: 'slow'}}, {'retry-after': '2'}), well],
			{action: {what: 'wait'}, evidence: {code: 429}},
		],
		[
			'B1: 429 with an HTTP date',
			'rateLimited',
			[
				asked =>
					status(
						429,
						{error: {message: 'slow'}},
						{
							'retry-after': new Date(Date.now() + 2500).toUTCString(),
						},
					)(asked),
				well,
			],
			{action: {what: 'wait'}},
		],
		[
			'B2: 500 three times, then well',
			'providerFails',
			[status(500), status(500), status(500), well],
			{action: {what: 'retry'}, evidence: {code: 500}},
		],
		[
			'B6: reset in the middle of the stream',
			'streamBroken',
			[
				asked => {
					asked.say('Half of ');
					setImmediate(() => asked.reset());
				},
				well,
			],
			{action: {what: 'resume'}},
		],
		[
			'B6: half a chunk, and then nothing more',
			'streamBroken',
			[
				asked => {
					asked.raw('data: {"choices":[{"ind');
					setImmediate(() => asked.end());
				},
				well,
			],
			{action: {what: 'resume'}},
		],
		[
			'B8: 400 about a parameter, learned, then well',
			'parameterRefused',
			[
				status(400, {
					error: {
						message: "Unsupported parameter: 'parallel_tool_calls'",
						param: 'parallel_tool_calls',
						code: 'unsupported_parameter',
					},
				}),
				well,
			],
			{action: {what: 'learn'}},
		],
	];

	test.each(cases)(
		'%s',
		async (_, fault, steps, expected) => {
			const chaos = await openChaos();
			script(chaos.upstream, ...steps);
			await turn(chaos);
			expect(chaos.replies()).toContain('well');
			expect(await chaos.incident(fault)).toMatchObject({
				tier: 'rule',
				status: {type: 'ended', outcome: 'verified'},
				...expected,
			});
		},
		90_000,
	);

	test('A7: a name that is not found, until the next provider answers', async () => {
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [
					{
						name: 'gone',
						kind: 'openai-chat',
						baseUrl: 'http://no-such-host.invalid/v1',
						models: ['m'],
					},
					{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
				],
				routes: [{model: 'default', to: ['gone/m', 'scripted/m']}],
			}),
		});
		chaos.upstream.always(well);
		await turn(chaos);
		expect(chaos.replies()).toBe('well');
		expect(await chaos.incident('nameNotFound')).toMatchObject({
			tier: 'rule',
			status: {outcome: 'verified'},
			after: 'The next request to scripted/m was answered.',
			action: {what: 'retry'},
			evidence: {provider: 'gone', signal: 'upstream.dns-failed'},
		});
	});
});

describe('what only the user can mend is said once, with what to do', () => {
	const cases: readonly [string, FaultWord, (asked: Asked) => void, string][] = [
		['B3: 401', 'keyRefused', status(401, {error: {message: 'Incorrect API key'}}), 'valid key'],
		[
			'B3: 403 about the key',
			'keyRefused',
			status(403, {error: {message: 'This key may not use it', code: 'permission_denied'}}),
			'valid key',
		],
		[
			'B4: 403 upgrade_required',
			'clientTooOld',
			status(403, {error: {code: 'upgrade_required', message: 'too old'}}),
			'Update agent-tui',
		],
		[
			'B10: 403 of a bot check',
			'botCheck',
			status(403, '<html><title>Attention Required!</title>error code: 1010</html>', {
				'content-type': 'text/html',
				server: 'cloudflare',
			}),
			'does not pretend to be a browser',
		],
	];

	test.each(cases)(
		'%s',
		async (_, fault, step, words) => {
			const chaos = await openChaos();
			chaos.upstream.always(step);
			await turn(chaos);
			expect(await chaos.incident(fault)).toMatchObject({
				action: {type: 'alert'},
				status: {outcome: 'told'},
			});
			expect(chaos.notices()).toContain(words);
			expect(chaos.upstream.seen()).toBeLessThanOrEqual(2);
		},
		90_000,
	);

	test('B11: a web page with status 200', async () => {
		const chaos = await openChaos();
		chaos.upstream.always(asked =>
			asked.answer({body: '<html>Sign in</html>', headers: {'content-type': 'text/html'}}),
		);
		await turn(chaos);
		expect(await chaos.incident('webPage')).toMatchObject({
			action: {type: 'alert'},
			status: {outcome: 'told'},
			evidence: {signal: 'upstream.malformed', code: 'web-page'},
		});
		expect(chaos.notices()).toContain('This address answers with a web page');
		expect(chaos.upstream.seen()).toBeLessThanOrEqual(3);
	});

	test('B12: arguments without end', async () => {
		const chaos = await openChaos({
			settings: () => ({proxy: {...defaultSettings.proxy, bufferBytesMax: 100_000}}),
		});
		chaos.upstream.always(asked => {
			asked.call({id: 'c', name: 'run', arguments: '{"cmd": "'.padEnd(200_000, 'x')});
		});
		await turn(chaos);
		expect(await chaos.incident('answerUnusable')).toMatchObject({
			action: {type: 'alert'},
			status: {outcome: 'told'},
		});
		expect(chaos.upstream.seen()).toBe(1);
	});

	test('B13: a client that goes round in circles', async () => {
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [
					{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
				],
				proxy: {...defaultSettings.proxy, sameAskedMax: 2},
			}),
		});
		chaos.upstream.always(well);
		await chaos.proxyReady();
		const {url, token} = JSON.parse(readFileSync(join(chaos.home, 'run', 'proxy.json'), 'utf8'));
		for (let count = 0; count < 4; count += 1) {
			const answer = await fetch(`${url}/v1/responses`, {
				method: 'POST',
				headers: {authorization: `Bearer ${token}`},
				body: JSON.stringify({model: 'scripted/m', input: 'the same'}),
			});
			await answer.text();
		}
		expect(await chaos.incident('clientLoops')).toMatchObject({
			action: {type: 'alert'},
			status: {outcome: 'told'},
		});
		expect(chaos.upstream.seen()).toBe(2);
	});

	test('A6: a certificate that nobody has signed', async () => {
		const server = selfSigned();
		await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
		const {port} = server.address() as AddressInfo;
		const baseUrl = `https://127.0.0.1:${port}/v1`;
		const chaos = await openChaos({
			settings: () => ({
				providers: [{name: 'tls', kind: 'openai-chat', baseUrl, models: ['m']}],
			}),
		});
		await turn(chaos);
		expect(await chaos.incident('certificateNotTrusted')).toMatchObject({
			action: {type: 'alert'},
			status: {outcome: 'told'},
		});
		expect(chaos.notices()).toContain('caFile');
	});
});

function selfSigned() {
	const folder = temporaryFolder();
	const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
	execFileSync(
		'openssl',
		[
			'req',
			'-x509',
			'-newkey',
			'rsa:2048',
			'-nodes',
			'-days',
			'1',
			'-subj',
			'/CN=localhost',
		].concat(['-keyout', key, '-out', certificate]),
		{stdio: 'ignore'},
	);
	const server = createServer({key: readFileSync(key), cert: readFileSync(certificate)});
	onTestFinished(() => {
		server.close();
	});
	return server;
}

describe('a provider that is silent', () => {
	test('B5: is given more time, and the time helps', async () => {
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [
					{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
				],
				proxy: {...defaultSettings.proxy, firstByteMs: 700},
			}),
		});
		chaos.upstream.always(asked => {
			setTimeout(() => well(asked), 1000);
		});
		await turn(chaos);
		expect(chaos.replies()).toBe('well');
		expect(await chaos.incident('providerSilent')).toMatchObject({
			tier: 'rule',
			action: {type: 'raise-timeout'},
			status: {outcome: 'verified'},
		});
	});

	test('B5: also in the middle of a stream', async () => {
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [
					{name: 'scripted', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']},
				],
				proxy: {...defaultSettings.proxy, streamIdleMs: 500},
			}),
		});
		script(
			chaos.upstream,
			asked => asked.say('Half of '),
			asked => asked.say('it, and '),
			well,
		);
		await turn(chaos);
		expect(chaos.replies()).toContain('well');
		expect(await chaos.incident('providerSilent')).toMatchObject({evidence: {count: 2}});
	});
});

describe('a provider that stays down', () => {
	test('B9: without another one the user is told', async () => {
		const chaos = await openChaos();
		chaos.upstream.always(status(503));
		chaos.say('hello');
		expect(await chaos.incident('providerDown', 'ended', 60_000)).toMatchObject({
			tier: 'user',
			status: {outcome: 'told'},
			why: 'switch-route is not allowed',
		});
		expect(chaos.notices()).toContain('monitoring.autoSwitchProvider');
	});

	test('B9: the route is switched where the user has agreed to the pair', async () => {
		const second = await startUpstream();
		onTestFinished(() => second.close());
		second.always(well);
		// A script would not wait for it; a person's turn goes on.
		const chaos = await openChaos({
			hasPerson: true,
			monitoring: {autoSwitchProvider: true},
			settings: upstream => ({
				providers: [provider('first', upstream), provider('second', second)],
				proxy: {...defaultSettings.proxy, consent: [{from: 'first', to: 'second'}]},
			}),
		});
		chaos.upstream.always(status(503));
		chaos.say('hello');
		await chaos.incident('providerDown', 'verifying', 60_000);
		await chaos.idle(100_000);
		expect(chaos.replies()).toContain('well');
		expect(second.seen()).toBeGreaterThan(0);
		expect(await chaos.incident('providerDown')).toMatchObject({
			tier: 'rule',
			action: {type: 'switch-route'},
			status: {outcome: 'verified'},
		});
	});

	test.each([
		['endless 500', (asked: Asked) => status(500)(asked)],
		['401', (asked: Asked) => status(401)(asked)],
		['a connection that breaks', (asked: Asked) => asked.reset()],
		['a web page', (asked: Asked) => asked.raw('<!doctype html><p>Sign in</p>\n\n')],
	])(
		'B9: the route is switched for %s as well',
		async (_, act) => {
			const second = await startUpstream();
			onTestFinished(() => second.close());
			second.always(well);
			const chaos = await openChaos({
				hasPerson: true,
				monitoring: {autoSwitchProvider: true},
				settings: upstream => ({
					providers: [provider('first', upstream), provider('second', second)],
					proxy: {...defaultSettings.proxy, consent: [{from: 'first', to: 'second'}]},
				}),
			});
			chaos.upstream.always(asked => {
				act(asked);
				asked.end();
			});
			chaos.say('hello');
			await chaos.incident('providerDown', 'verifying', 60_000);
			await chaos.idle(100_000);
			chaos.say('again');
			await chaos.idle(100_000);
			expect(chaos.replies()).toContain('well');
		},
		240_000,
	);

	test('B9: a second route that the user wrote answers at once', async () => {
		const second = await startUpstream();
		onTestFinished(() => second.close());
		second.always(well);
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [provider('first', upstream), provider('second', second)],
				routes: [{model: 'default', to: ['first/m', 'second/m']}],
			}),
		});
		chaos.upstream.always(status(503));
		await turn(chaos);
		expect(chaos.replies()).toBe('well');
	});

	test('E5: when every route rests, the user is told', async () => {
		const second = await startUpstream();
		onTestFinished(() => second.close());
		second.always(status(503));
		const chaos = await openChaos({
			settings: upstream => ({
				providers: [provider('first', upstream), provider('second', second)],
				routes: [{model: 'default', to: ['first/m', 'second/m']}],
			}),
		});
		chaos.upstream.always(status(503));
		// The tries of one request are one failure, and it takes some until a route rests.
		chaos.say('hello');
		await chaos.idle(100_000);
		chaos.say('again');
		expect(await chaos.incident('routesResting', 'ended', 100_000)).toMatchObject({
			status: {outcome: 'told'},
		});
	}, 280_000);
});

function provider(name: string, upstream: Upstream): ProviderSettings {
	return {name, kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']};
}

test("B7: clients that leave are nobody's fault, and nothing is done", async () => {
	const chaos = await openChaos();
	await chaos.proxyReady();
	for (let count = 0; count < 10; count += 1) {
		chaos.say('hello');
		await chaos.upstream.next();
		chaos.engine.dispatch({type: 'interrupt'});
		await chaos.idle();
	}
	expect(await chaos.incident('clientLeft')).toMatchObject({
		action: {what: 'ignore'},
		status: {outcome: 'told'},
	});
	expect(chaos.notices()).not.toContain('B7');
});

test('E1: a damaged entry of what was learned is dropped alone', async () => {
	const home = temporaryFolder();
	writeFileSync(
		join(home, 'provider-caps.json'),
		JSON.stringify({version: 1, entries: [{content_type: ['array']}]}),
	);
	const chaos = await openChaos({home});
	chaos.upstream.always(well);
	await chaos.incident('capsDamaged', 'verifying');
	await turn(chaos);
	expect(await chaos.incident('capsDamaged')).toMatchObject({
		action: {type: 'clear-caps'},
		status: {outcome: 'verified'},
	});
});

test('E4: a key that has run out is asked for anew', async () => {
	const home = temporaryFolder();
	const file = join(home, 'key.json');
	writeFileSync(file, JSON.stringify({key: 'old', expires_at: Math.floor(Date.now() / 1000) - 60}));
	const chaos = await openChaos({
		home,
		settings: upstream => ({
			providers: [{...provider('scripted', upstream), apiKeyCommand: `cat ${file}`}],
		}),
	});
	chaos.upstream.always(well);
	await turn(chaos);
	// The first request may be over before the key was asked for; the second one shows it.
	await turn(chaos);
	expect(await chaos.incident('keyExpired')).toMatchObject({
		action: {type: 'refresh-keys'},
		status: {outcome: 'verified'},
	});
});
