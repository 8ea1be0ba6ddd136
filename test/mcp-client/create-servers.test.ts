import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readServerEntries} from '../../source/mcp-client/server-entry.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {isRunning} from '../helpers/processes.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {
	callTool,
	hurriedClock,
	never,
	openServers,
	rawServer,
	stateOf,
	wordsOf,
} from './servers.ts';

const pidsOf = (notes: readonly string[], word = 'start') =>
	notes.filter(note => note.startsWith(word)).map(note => Number(note.split(' ')[1]));

describe('a server', () => {
	it('that is brought again as it was goes on; another one of its name takes its place, and it ends', async () => {
		const servers = openServers({own: rawServer('well').entry});
		const [first, second] = [rawServer('well'), rawServer('many')];
		const isBrought = ({origin}: {origin: string}) => origin === 'editor';
		const bring = (entry: object) =>
			servers.bring(isBrought, readServerEntries({'one@zed': entry}, 'editor'));
		bring(first.entry);
		await servers.tools('one@zed', never);
		bring(first.entry);
		expect(stateOf(servers, 'one@zed')).toMatchObject({state: 'ready', origin: 'editor'});
		bring(second.entry);
		expect(stateOf(servers, 'one@zed')).toMatchObject({state: 'off', toolCount: null});
		const [pid = 0] = pidsOf(first.notes());
		await expect.poll(() => isRunning(pid)).toBe(false);
		expect(second.notes()).toEqual([]);
		const tools = await servers.tools('one@zed', never);
		expect(tools.ok && tools.value).toHaveLength(5000);
		servers.bring(isBrought, []);
		expect(servers.states.snapshot().map(({name}) => name)).toEqual(['own']);
	});

	it('starts when its tools are first needed, and not before', async () => {
		const {entry, notes} = rawServer('well');
		const servers = openServers({one: entry});
		expect(stateOf(servers)).toMatchObject({state: 'off', why: null, toolCount: null});
		expect(notes()).toEqual([]);
		const tools = await servers.tools('one', never);
		expect(tools.ok && tools.value.map(({name}) => name)).toContain('echo');
		expect(stateOf(servers)).toMatchObject({state: 'ready', toolCount: 10, failures: 0});
		expect(stateOf(servers).pid).toBe(pidsOf(notes())[0]);
		expect(wordsOf(await callTool(servers, 'echo', {arguments: {a: 1}}))).toBe('echo {"a":1}');
		expect(notes().filter(note => note.startsWith('start'))).toHaveLength(1);
	});

	it('of an older protocol answers as any other', async () => {
		const servers = openServers({one: rawServer('old').entry});
		expect(wordsOf(await callTool(servers, 'echo'))).toBe('echo {}');
	});

	it('that prints junk, answers ids that were never asked and 5,000 tools, is used all the same', async () => {
		const servers = openServers({
			one: rawServer('junk').entry,
			ids: rawServer('strange-ids').entry,
			many: rawServer('many').entry,
		});
		expect(wordsOf(await callTool(servers, 'echo'))).toBe('echo {}');
		expect(stateOf(servers).stderrTail).toContain('[not a message] this is no message');
		expect(wordsOf(await callTool(servers, 'echo', {server: 'ids'}))).toBe('echo {}');
		const many = await servers.tools('many', never);
		expect(many.ok && many.value).toHaveLength(5000);
	});

	it('loses only the tools that are wrong, and says which and why', async () => {
		const servers = openServers({one: rawServer('malformed').entry});
		const tools = await servers.tools('one', never);
		expect(tools.ok && tools.value.map(({name}) => name)).toEqual(['echo', 'odd']);
		expect(tools.ok && tools.value[1]).toEqual({
			server: 'one',
			name: 'odd',
			description: '',
			inputSchema: {type: 'object'},
			annotations: {},
		});
		expect(stateOf(servers).leftOut).toEqual([
			'no-schema: it does not say what it takes (inputSchema)',
			'typed: what it takes is no object (inputSchema.type)',
			'number 4: it has no name',
		]);
	});

	it.each([undefined, 'complete'])(
		'loses no result for a part of an unknown or broken kind (type %s)',
		async type => {
			const servers = openServers({one: rawServer('malformed').entry});
			const end = await callTool(servers, 'odd', {arguments: {...(type && {type})}});
			expect(end).toEqual({
				status: 'ok',
				content: [
					{type: 'text', text: 'before'},
					{type: 'text', text: '[a part of the unknown kind "hologram"]'},
					{type: 'text', text: '[a broken part of the kind "image"]'},
					{type: 'text', text: '[a part of the unknown kind null]'},
					{type: 'text', text: 'after'},
				],
				structured: [1, 2],
			});
		},
	);

	it('whose list has no end is read so far, with words', async () => {
		const {entry, notes} = rawServer('endless-list');
		const servers = openServers({one: entry});
		const tools = await servers.tools('one', never);
		expect(tools.ok && tools.value).toHaveLength(100);
		expect(stateOf(servers).leftOut).toEqual([
			'everything after the first 100: the list is too long',
		]);
		expect(notes().filter(note => note.startsWith('list'))).toHaveLength(100);
	});

	it('that says two hundred times that its list has changed is asked for it twice', async () => {
		const {entry, notes} = rawServer('relists');
		const servers = openServers({one: entry});
		const lists = () => notes().filter(note => note === 'list first').length;
		await servers.tools('one', never);
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
		await expect.poll(lists).toBe(3);
		expect(await callTool(servers, 'env')).toMatchObject({status: 'ok'});
		expect(lists()).toBe(3);
	});

	it('that changes its list without end is asked for it ever more rarely', async () => {
		const {entry, notes} = rawServer('restless');
		const clock = fakeClock();
		const servers = openServers({one: entry}, {clock});
		// A server answers in turn: once the call has come back, no request for the list is on its way.
		const lists = async () => {
			expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
			return notes().filter(note => note === 'list').length;
		};
		await servers.tools('one', never);
		await expect.poll(lists).toBe(6);
		expect(await lists()).toBe(6);
		for (const [restMs, count] of [
			[1000, 7],
			[2000, 8],
			[4000, 9],
		] as const) {
			await lists();
			clock.advance(restMs - 1);
			expect(await lists()).toBe(count - 1);
			clock.advance(1);
			await expect.poll(lists).toBe(count);
		}
		clock.advance(200_000);
		await expect.poll(lists).toBeGreaterThan(9);
	});

	it('that asks without end and reads no answers fills no memory, and works once it reads again', async () => {
		const warnings: string[] = [];
		const warn = ({message}: Error) => void warnings.push(message);
		process.on('warning', warn);
		onTestFinished(() => void process.off('warning', warn));
		const servers = openServers({one: rawServer('deaf').entry});
		expect(await callTool(servers, 'asks-unread')).toMatchObject({status: 'ok'});
		await expect.poll(async () => (await callTool(servers, 'count-answers')).status).toBe('ok');
		expect(Number(wordsOf(await callTool(servers, 'count-answers')))).toBeLessThan(20_000);
		expect(warnings).toEqual([]);
	});

	it('gets the short list of variables and those of its entry; what they hold is never seen', async () => {
		const {entry} = rawServer('well', {env: {API_KEY: `\${env:MY_KEY}`, PLAIN: '1'}});
		const servers = openServers(
			{one: entry},
			{
				env: {
					PATH: process.env['PATH'],
					HOME: temporaryFolder(),
					MY_KEY: 'secret-value-1',
					OTHER_TOKEN: 'x',
				},
			},
		);
		const seen = wordsOf(await callTool(servers, 'env'));
		expect(Object.keys(JSON.parse(seen)).toSorted()).toEqual(
			['AGENT_TUI_SESSION', 'API_KEY', 'HOME', 'PATH', 'PLAIN', 'RECORD'].toSorted(),
		);
		expect(JSON.parse(seen)['API_KEY']).toBe('‹redacted›');
		expect(stateOf(servers).stderrTail).toContain('key ‹redacted›');
		expect(JSON.stringify(stateOf(servers))).not.toContain('secret-value-1');
	});

	it('hands no secret of its entry back, whatever it hides it in', async () => {
		const key = 'first-secret-line\nsecond-secret-line';
		const {entry} = rawServer('describes-key', {env: {API_KEY: `\${command:print it}`}});
		const servers = openServers({one: entry}, {runCommand: async () => key});
		const asked: unknown[] = [];
		servers.answerRequests({
			kinds: ['form'],
			answer: async request => {
				asked.push(request);
				return {status: 'declined'};
			},
		});
		const onProgress = (progress: unknown) => asked.push(progress);
		const end = await callTool(servers, 'tells-keys', {onProgress});
		expect(end).toMatchObject({
			status: 'ok',
			structured: {'‹redacted›': Array(3).fill('‹redacted›')},
		});
		await callTool(servers, 'ask');
		const tools = await servers.tools('one', never);
		expect(asked).toHaveLength(2);
		const all = JSON.stringify([end, asked, tools]);
		expect(all).toContain('echo it, with ‹redacted›');
		expect(all).not.toMatch(/first-secret|second-secret/);
	});

	it('is not started with a reference that leads nowhere', async () => {
		const {entry, notes} = rawServer('well', {env: {API_KEY: `\${env:NOT_SET}`}});
		const servers = openServers({one: entry});
		const tools = await servers.tools('one', never);
		expect(tools.ok || tools.failure.message).toContain('NOT_SET is not set');
		expect(notes()).toEqual([]);
	});

	it('is not started without the sandbox that it asks for, whatever asks for it', async () => {
		const {entry, notes} = rawServer('well', {sandbox: true});
		const servers = openServers({one: entry});
		expect(stateOf(servers).why).toContain('does not have');
		servers.switchOn('one');
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'failed'});
		expect(await servers.restart('one')).toMatchObject({ok: false});
		expect(notes()).toEqual([]);
	});

	it('that was switched off does not start until it is switched on', async () => {
		const {entry, notes} = rawServer('well', {off: true});
		const servers = openServers({one: entry});
		expect(wordsOf(await callTool(servers, 'echo'))).toContain(
			'is off: switched off in the settings',
		);
		expect(notes()).toEqual([]);
		servers.switchOn('one');
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
		await servers.switchOff('one');
		expect(isRunning(pidsOf(notes())[0]!)).toBe(false);
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'failed'});
	});

	it.each([
		['silent', (state: {readonly pid: number | null}) => state.pid !== null],
		['well', (state: {readonly toolCount: number | null}) => state.toolCount !== null],
	])(
		'that is switched off while it starts (%s) is off, and leaves no process',
		async (mode, isMoment) => {
			const {entry, notes} = rawServer(mode);
			const servers = openServers({one: entry});
			const off = new Promise<void>(resolve => {
				const stop = servers.states.subscribe(() => {
					if (isMoment(stateOf(servers))) {
						stop();
						resolve(servers.switchOff('one'));
					}
				});
			});
			expect(await servers.tools('one', never)).toMatchObject({ok: false});
			await off;
			expect(stateOf(servers)).toMatchObject({state: 'off', failures: 0, pid: null});
			expect(pidsOf(notes()).filter(isRunning)).toEqual([]);
		},
	);

	it('that is switched off while a call waits for its next start stays off', async () => {
		const {entry, notes} = rawServer('well');
		const clock = fakeClock();
		const servers = openServers({one: entry}, {clock});
		await callTool(servers, 'crash');
		const waiting = callTool(servers, 'echo');
		await servers.switchOff('one');
		clock.advance(60_000);
		expect(wordsOf(await waiting)).toContain('is off: switched off in this session');
		expect(stateOf(servers)).toMatchObject({state: 'off', pid: null});
		expect(pidsOf(notes())).toHaveLength(1);
	});

	it('ends with what it started in a session of its own, and nothing else ends', async () => {
		const {entry, notes} = rawServer('detached');
		const other = rawServer('detached');
		const servers = openServers({one: entry, two: other.entry}, {clock: hurriedClock()});
		await callTool(servers, 'echo');
		await callTool(servers, 'echo', {server: 'two'});
		const left = pidsOf(notes(), 'grandchild');
		expect(left.filter(isRunning)).toHaveLength(1);
		await servers.switchOff('one');
		await expect.poll(() => left.filter(isRunning)).toEqual([]);
		expect(pidsOf(other.notes(), 'grandchild').filter(isRunning)).toHaveLength(1);
		// It leaves something behind also where it ends by itself.
		await callTool(servers, 'crash', {server: 'two'});
		const orphan = pidsOf(other.notes(), 'grandchild')[0]!;
		await expect.poll(() => isRunning(orphan)).toBe(false);
	});

	it('ends with everything that it started, also what ignores TERM', async () => {
		const [grandchild, stubborn] = [rawServer('grandchild'), rawServer('stubborn')];
		const servers = openServers(
			{one: grandchild.entry, two: stubborn.entry},
			{clock: hurriedClock()},
		);
		await callTool(servers, 'echo');
		await callTool(servers, 'echo', {server: 'two'});
		await servers.close();
		const left = [
			...pidsOf(grandchild.notes()),
			...pidsOf(grandchild.notes(), 'grandchild'),
			...pidsOf(stubborn.notes()),
		];
		expect(left).toHaveLength(3);
		await expect.poll(() => left.filter(isRunning)).toEqual([]);
	});
});

describe('a server that dies', () => {
	it.each(['start', 'initialize', 'initialized', 'list'])('at its %s says so', async state => {
		const servers = openServers({one: rawServer(`dies-${state}`).entry});
		const tools = await servers.tools('one', never);
		expect(tools.ok || tools.failure.message).toContain('ended with exit code 3');
		expect(stateOf(servers)).toMatchObject({state: 'failed', failures: 1, pid: null});
	});

	it('while it is idle is started again by itself, and fewer and fewer times', async () => {
		const {entry, notes} = rawServer('dies-idle');
		const servers = openServers({one: entry}, {clock: hurriedClock()});
		await servers.tools('one', never);
		await expect.poll(() => pidsOf(notes()).length).toBeGreaterThan(2);
		expect(stateOf(servers).failures).toBeGreaterThan(1);
	});

	it('during a call leaves its outcome unknown, and the call is not sent again', async () => {
		const {entry, notes} = rawServer('well');
		const servers = openServers({one: entry}, {clock: hurriedClock()});
		const end = await callTool(servers, 'crash');
		expect(end.status).toBe('lost');
		expect(wordsOf(end)).toContain('ended with exit code 5 while crash ran');
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
		expect(notes().filter(note => note.startsWith('call crash'))).toHaveLength(1);
	});

	it('during a call that changes nothing gets it once more', async () => {
		const {entry, notes} = rawServer('well', {env: {MARK: join(temporaryFolder(), 'mark')}});
		const servers = openServers({one: entry}, {clock: hurriedClock()});
		expect(wordsOf(await callTool(servers, 'crash-once'))).toBe('second time');
		expect(await callTool(servers, 'crash-safe')).toMatchObject({status: 'lost'});
		expect(notes().filter(note => note.startsWith('call crash-safe'))).toHaveLength(2);
	});
});

describe('a server that never answers', () => {
	it('at its start fails at the limit, and nobody else waits for it', async () => {
		const servers = openServers({
			one: rawServer('silent', {startTimeoutMs: 400}).entry,
			two: rawServer('well').entry,
		});
		const slow = servers.tools('one', never);
		expect(await callTool(servers, 'echo', {server: 'two'})).toMatchObject({status: 'ok'});
		const tools = await slow;
		expect(tools.ok || tools.failure.message).toContain('not ready after 0.4 s');
	});

	it('with its list fails too', async () => {
		const servers = openServers({one: rawServer('never-lists', {startTimeoutMs: 600}).entry});
		expect(await servers.tools('one', never)).toMatchObject({ok: false});
		expect(stateOf(servers).state).toBe('failed');
	});

	it('to a call is told that it is no longer wanted, at the limit or by a key', async () => {
		const {entry, notes} = rawServer('well', {timeoutMs: 300});
		const servers = openServers({one: entry});
		const end = await callTool(servers, 'slow');
		expect(end.status).toBe('timeout');
		expect(wordsOf(end)).toContain('said nothing about slow for 0.3 s');
		const person = new AbortController();
		const cancelled = callTool(servers, 'slow', {
			signal: person.signal,
			onProgress: () => person.abort(),
		});
		expect((await cancelled).status).toBe('cancelled');
		await expect.poll(() => notes().filter(note => note.startsWith('cancelled'))).toHaveLength(2);
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
	});
});

describe('what a server sends', () => {
	it('as progress only goes forward', async () => {
		const servers = openServers({one: rawServer('well').entry});
		const seen: string[] = [];
		const end = await callTool(servers, 'slow', {
			arguments: {finish: true},
			onProgress: ({done, total, note}) => seen.push(`${done}/${total} ${note}`),
		});
		expect(end.status).toBe('ok');
		expect(seen).toEqual(['1/10 one', '3/10 three', '4/10 four']);
	});

	it('as progress, ten thousand times, is told a few times and to its end', async () => {
		const servers = openServers({one: rawServer('well').entry});
		const seen: number[] = [];
		await callTool(servers, 'floods-progress', {
			arguments: {times: 10_000},
			onProgress: ({done}) => seen.push(done),
		});
		expect(seen.at(-1)).toBe(10_000);
		expect(seen.length).toBeLessThan(200);
	});

	it('is cut where it is too much: a long text to its ends, a huge line to words', async () => {
		const servers = openServers({one: rawServer('well').entry});
		const long = wordsOf(await callTool(servers, 'big', {arguments: {megabytes: 3}}));
		expect(long).toContain('[2000000 characters were left out]');
		const huge = await callTool(servers, 'big', {arguments: {megabytes: 100}});
		expect(huge.status).toBe('tool_error');
		expect(wordsOf(huge)).toContain('its answer has 95 MB');
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
	});

	it('to stderr, however much, is kept to its end', async () => {
		const servers = openServers({one: rawServer('floods-stderr').entry});
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
		expect(stateOf(servers).stderrTail.length).toBeLessThanOrEqual(4096);
	});

	it('as a question goes to who answers; without one nothing is offered', async () => {
		const {entry, notes} = rawServer('well');
		const servers = openServers({one: entry});
		const forget = servers.answerRequests({
			kinds: ['form'],
			answer: async request =>
				request.kind === 'form'
					? {status: 'accepted', content: {which: request.message}}
					: {status: 'cancelled'},
		});
		expect(JSON.parse(wordsOf(await callTool(servers, 'ask')))).toEqual({
			action: 'accept',
			content: {which: 'Which?'},
		});
		forget();
		await servers.restart('one');
		expect(wordsOf(await callTool(servers, 'ask'))).toContain('Method not found');
		const offered = notes().filter(note => note.startsWith('initialize'));
		expect(offered).toEqual(['initialize {"elicitation":{"form":{}}}', 'initialize {}']);
	});

	it('about changed tools is heard', async () => {
		const servers = openServers({one: rawServer('changes').entry});
		const told: string[] = [];
		await servers.tools('one', never);
		servers.onToolsChanged(server => told.push(server));
		await callTool(servers, 'echo');
		await expect.poll(() => told).toEqual(['one']);
		expect(stateOf(servers).toolCount).toBe(11);
	});
});

describe('the tools of last time', () => {
	it('are offered without a start, kept for this user alone, and forgotten with the entry', async () => {
		const cacheFolder = join(temporaryFolder(), 'mcp');
		const {entry, notes} = rawServer('well');
		await openServers({one: entry}, {cacheFolder}).tools('one', never);
		const [file] = readdirSync(cacheFolder);
		expect(statSync(join(cacheFolder, file!)).mode & 0o777).toBe(0o600);
		const again = openServers({one: entry}, {cacheFolder});
		expect(stateOf(again)).toMatchObject({state: 'off', toolCount: 10});
		expect(await again.tools('one', never)).toMatchObject({ok: true});
		expect(pidsOf(notes())).toHaveLength(1);
		const other = openServers({one: {...entry, cwd: '/'}}, {cacheFolder});
		expect(stateOf(other).toolCount).toBeNull();
		writeFileSync(join(cacheFolder, file!), '{"tools":[{"name":1}]}');
		expect(stateOf(openServers({one: entry}, {cacheFolder})).toolCount).toBeNull();
	});
});
