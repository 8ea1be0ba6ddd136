import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type SignInRequest, signIn} from '../../source/mcp-client/sign-in/sign-in.ts';
import {openTokenBook, type TokenBook} from '../../source/mcp-client/sign-in/token-book.ts';
import {tokensOf} from '../../source/mcp-client/sign-in/tokens.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {type FakeClock, fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {type OAuthLab, openOAuthLab} from './oauth-lab.ts';
import {callTool, never, openServers, stateOf, wordsOf} from './servers.ts';

const clock = systemClock();
const nobody = new Promise<string>(() => {});
const makeBook = () => openTokenBook(join(temporaryFolder(), 'mcp-tokens.json'));

/** A person who opens the address, says yes, and whose browser is on this machine. */
function signInHere(lab: OAuthLab, book: TokenBook, more: Partial<SignInRequest> = {}) {
	return signIn({
		server: 'one',
		url: lab.url,
		clientId: null,
		book,
		clock,
		pasted: nobody,
		signal: never,
		show: address => void lab.consent(address).then(back => fetch(back)),
		...more,
	});
}

function serversOf(lab: OAuthLab, book: TokenBook) {
	return openServers(
		{one: {url: lab.url}},
		{tokensFor: url => tokensOf(url, {book, clock}), clock},
	);
}

const echo = {arguments: {words: 'hi'}};
const countOf = (lab: OAuthLab, path: string) => lab.asked.filter(line => line === path).length;

describe('a server that wants a sign-in', () => {
	it('says so, is signed in to in the browser, and then works; the file is for this user alone', async () => {
		const [lab, book] = [await openOAuthLab(), makeBook()];
		const servers = serversOf(lab, book);
		const before = await callTool(servers, 'echo', echo);
		expect(before.status).toBe('needs-sign-in');
		expect(wordsOf(before)).toContain('agent-tui mcp login one');
		expect(stateOf(servers)).toMatchObject({state: 'needs-sign-in', failures: 0});
		expect(lab.asked).toEqual([]);
		expect(await signInHere(lab, book)).toEqual({ok: true, value: null});
		expect(wordsOf(await callTool(servers, 'echo', echo))).toBe('echo hi');
		expect(statSync(book.path).mode & 0o777).toBe(0o600);
	});

	it('says so also where only its tools want one, and does not count as failed', async () => {
		const [lab, book] = [await openOAuthLab({isOpen: true}), makeBook()];
		const servers = serversOf(lab, book);
		expect(await servers.tools('one', never)).toMatchObject({
			ok: false,
			failure: {kind: 'unauthorized', message: expect.stringContaining('agent-tui mcp login one')},
		});
		expect(stateOf(servers)).toMatchObject({state: 'needs-sign-in', failures: 0});
		await signInHere(lab, book);
		expect(wordsOf(await callTool(servers, 'echo', echo))).toBe('echo hi');
	});

	it('wants a sign-in that allows more, names the scope, and works once it was asked for', async () => {
		const [lab, book] = [await openOAuthLab({callScope: 'tools:write'}), makeBook()];
		const servers = serversOf(lab, book);
		await signInHere(lab, book);
		const refused = await callTool(servers, 'echo', echo);
		expect(refused.status).toBe('needs-sign-in');
		expect(wordsOf(refused)).toContain('agent-tui mcp login one --scope "tools:write"');
		expect(await signInHere(lab, book, {scope: 'tools:write'})).toMatchObject({ok: true});
		expect(wordsOf(await callTool(servers, 'echo', echo))).toBe('echo hi');
	});

	it('says no line for a shell where the scope is none', async () => {
		const [lab, book] = [await openOAuthLab({callScope: 'a;$(touch made)'}), makeBook()];
		await signInHere(lab, book);
		const refused = await callTool(serversOf(lab, book), 'echo', echo);
		expect(wordsOf(refused)).toBe('one wants a sign-in that allows more than the present one.');
	});

	it('knows a client that was registered by hand by its secret', async () => {
		const known = {id: 'by-hand', secret: 'a-secret'};
		const [lab, book] = [await openOAuthLab({known}), makeBook()];
		const client = {clientId: known.id, clientSecret: known.secret};
		expect(await signInHere(lab, book, {clientId: known.id})).toMatchObject({ok: false});
		expect(await signInHere(lab, book, client)).toEqual({ok: true, value: null});
		expect(countOf(lab, 'POST /register')).toBe(0);
		expect(wordsOf(await callTool(serversOf(lab, book), 'echo', echo))).toBe('echo hi');
	});

	it.each([
		['the address', true, (back: string) => back],
		['the code alone', false, (back: string) => new URL(back).searchParams.get('code') ?? ''],
	])(
		'takes %s that was pasted, where the browser is elsewhere',
		async (_words, saysIssuer, read) => {
			const [lab, book] = [await openOAuthLab({saysIssuer}), makeBook()];
			let paste: (text: string) => void = () => {};
			const pasted = new Promise<string>(resolve => {
				paste = resolve;
			});
			const signedIn = await signIn({
				server: 'one',
				url: lab.url,
				clientId: null,
				book,
				clock,
				pasted,
				signal: never,
				show: address => void lab.consent(address).then(back => paste(`${read(back)}\n`)),
			});
			expect(signedIn).toEqual({ok: true, value: null});
		},
	);

	it('refuses an answer of another sign-in, pasted or sent to its port', async () => {
		const [lab, book] = [await openOAuthLab(), makeBook()];
		const signedIn = await signIn({
			server: 'one',
			url: lab.url,
			clientId: null,
			book,
			clock,
			pasted: Promise.resolve('http://127.0.0.1:1/callback?code=stolen&state=other'),
			signal: never,
			show: () => {},
		});
		expect(signedIn.ok || signedIn.failure.message).toContain('another sign-in');
		expect(book.read(lab.url)).toBeNull();
		const statuses: number[] = [];
		await signIn({
			server: 'one',
			url: lab.url,
			clientId: null,
			book,
			clock,
			pasted: nobody,
			signal: never,
			show: address =>
				void lab.consent(address).then(async back => {
					const wrong = new URL(back);
					wrong.searchParams.set('state', 'other');
					const none = `${wrong.origin}//`;
					for (const address of [none, wrong, back]) {
						statuses.push((await fetch(address)).status);
					}
				}),
		});
		expect(statuses).toEqual([404, 404, 200]);
	});
});

describe('an issuer that is silent', () => {
	it.each([
		[
			'the time limit',
			(fake: FakeClock) => fake.advance(30_000),
			/127\.0\.0\.1:\d+ did not answer in 30 s/,
		],
		['the person', (_: FakeClock, person: AbortController) => person.abort(), /failed/],
	])('holds no sign-in: %s ends it', async (_words, act, said) => {
		const [lab, book, fake] = [await openOAuthLab(), makeBook(), fakeClock()];
		const person = new AbortController();
		lab.silentAt = '/register';
		const signedIn = signIn({
			server: 'one',
			url: lab.url,
			clientId: null,
			book,
			clock: fake,
			pasted: nobody,
			signal: person.signal,
			show: () => {},
		});
		await expect.poll(() => countOf(lab, 'POST /register')).toBe(1);
		act(fake, person);
		const end = await signedIn;
		expect(end.ok || end.failure.message).toMatch(said);
	});

	it('holds the lock of its tokens no longer than the time limit', async () => {
		const [lab, book, fake] = [await openOAuthLab(), makeBook(), fakeClock()];
		await signInHere(lab, book);
		lab.silentAt = '/token';
		const before = countOf(lab, 'POST /token');
		const provider = tokensOf(lab.url, {book, clock: fake});
		await provider.token();
		const renewed = provider.onUnauthorized?.({} as never);
		await expect.poll(() => countOf(lab, 'POST /token')).toBe(before + 1);
		fake.advance(30_000);
		await expect(renewed).rejects.toThrow('did not answer in 30 s');
		lab.silentAt = null;
		await provider.onUnauthorized?.({} as never);
		expect(await provider.token()).toBe('access-2');
	});
});

describe('the token of a sign-in', () => {
	it('is renewed when it is refused, once for all that use it', async () => {
		const [lab, book] = [await openOAuthLab(), makeBook()];
		await signInHere(lab, book);
		const [one, two] = [serversOf(lab, book), serversOf(lab, book)];
		await Promise.all([callTool(one, 'echo', echo), callTool(two, 'echo', echo)]);
		const before = countOf(lab, 'POST /token');
		lab.expire();
		const ends = await Promise.all([one, two, one, two].map(each => callTool(each, 'echo', echo)));
		expect(ends.map(wordsOf)).toEqual(Array.from({length: 4}, () => 'echo hi'));
		expect(countOf(lab, 'POST /token') - before).toBe(1);
		expect(countOf(lab, 'POST /register')).toBe(1);
	});

	it('is renewed before it expires', async () => {
		const [lab, book] = [await openOAuthLab({expiresIn: 10}), makeBook()];
		await signInHere(lab, book);
		const provider = tokensOf(lab.url, {book, clock});
		expect(await provider.token()).toBe('access-2');
	});

	it('stays when the issuer is out of order, and works again when that is over', async () => {
		const [lab, book] = [await openOAuthLab(), makeBook()];
		await signInHere(lab, book);
		const kept = readFileSync(book.path, 'utf8');
		lab.expire();
		lab.isBroken = true;
		const servers = serversOf(lab, book);
		expect(await servers.tools('one', never)).toMatchObject({ok: false});
		expect(readFileSync(book.path, 'utf8')).toBe(kept);
		lab.isBroken = false;
		expect(await servers.restart('one')).toMatchObject({ok: true});
	});

	it('that the issuer has taken back is kept until another sign-in is done', async () => {
		const [lab, book] = [await openOAuthLab(), makeBook()];
		await signInHere(lab, book);
		const kept = readFileSync(book.path, 'utf8');
		lab.expire();
		lab.revoke();
		const servers = serversOf(lab, book);
		expect(await callTool(servers, 'echo', echo)).toMatchObject({status: 'needs-sign-in'});
		expect(readFileSync(book.path, 'utf8')).toBe(kept);
		await signInHere(lab, book);
		expect(wordsOf(await callTool(servers, 'echo', echo))).toBe('echo hi');
	});
});
