import {appendFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Signal} from '../../source/events/signal.ts';
import {tailFile} from '../../source/platform/tail-file.ts';
import {createGuestWatch} from '../../source/watchdog/agent-watch.ts';
import {
	guestPatterns,
	guestPlaces,
	guestSetup,
	signalOfLine,
	withoutProxyForUs,
} from '../../source/watchdog/launched-agent.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

describe('a line of a guest', () => {
	it.each(guestPatterns)('$sample tells $kind, and matches no other pattern', pattern => {
		expect(signalOfLine(pattern.sample)).toBe(pattern.kind);
		const matching = guestPatterns.filter(other => other.pattern.test(pattern.sample));
		expect(matching).toEqual([pattern]);
	});

	it.each([
		'The docs say: database disk image is malformed means…',
		'> Reconnecting... 1/5',
		'the error context_length_exceeded is explained below',
		'I saw "ERROR: Reconnecting... 2/5" in your log',
		'',
	])('%j tells nothing', line => {
		expect(signalOfLine(line)).toBeNull();
	});

	it('is read up to its five hundredth character', () => {
		const line = (blanks: number) => `${' '.repeat(blanks)}Reconnecting... 1/2`;
		expect(line(482)).toHaveLength(501);
		expect([481, 482].map(blanks => signalOfLine(line(blanks)))).toEqual([
			'guest.reconnecting',
			null,
		]);
	});

	it('is read without its colours', () => {
		expect(signalOfLine('\u001B[31mERROR:\u001B[0m Reconnecting... 3/5')).toBe(
			'guest.reconnecting',
		);
	});
});

describe('a guest is told where the proxy is', () => {
	const place = {url: 'http://127.0.0.1:4000', token: 'secret', model: 'default'};

	it.each([
		['codex', ['codex', 'exec', 'hi']],
		['claude', ['claude', '-p', 'hi']],
		['anything', ['./my-agent']],
	] as const)(
		'by flags and environment, never with the token on the command line: %s',
		(_, words) => {
			const {argv, environment} = guestSetup(words, place);
			expect(argv.join(' ')).not.toContain('secret');
			expect(Object.values(environment)).toContain('secret');
			expect(argv[0]).toBe(words[0]);
			expect(argv.slice(1).join(' ')).toContain(words.slice(1).join(' '));
		},
	);

	it.each([
		['claude', ['ANTHROPIC_BASE_URL'], ['OPENAI_BASE_URL']],
		['/usr/bin/claude', ['ANTHROPIC_BASE_URL'], ['OPENAI_BASE_URL']],
		['codex', ['AGENT_TUI_KEY'], ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL']],
		['./my-agent', ['OPENAI_BASE_URL', 'OPENAI_MODEL', 'ANTHROPIC_BASE_URL'], ['AGENT_TUI_KEY']],
	] as const)('in the words that %s reads, and no others', (program, has, hasNot) => {
		const names = Object.keys(guestSetup([program], place).environment);
		expect(names).toEqual(expect.arrayContaining([...has]));
		expect(names.filter(name => (hasNot as readonly string[]).includes(name))).toEqual([]);
	});

	it('and codex by its own flags', () => {
		const {argv} = guestSetup(['codex', 'exec', 'hi'], place);
		expect(argv).toContain('model_providers.agent_tui.base_url="http://127.0.0.1:4000/v1"');
		expect(argv.slice(-2)).toEqual(['exec', 'hi']);
	});
});

describe('the place of its settings', () => {
	const env = {
		CODEX_HOME: '/x/codex',
		CODEX_API_KEY_FILE: '/x/key',
		CODEX_SQLITE: '1',
		CLAUDE_CONFIG_DIR: '/x/claude',
		CLAUDE_CODE_USE_BEDROCK: '1',
		MY_AGENT_CONFIG: '/x/mine',
		OTHER_HOME: '/x/other',
	};
	it.each([
		['codex', {CODEX_HOME: '/x/codex'}],
		['/usr/bin/claude', {CLAUDE_CONFIG_DIR: '/x/claude'}],
		['./my-agent', {MY_AGENT_CONFIG: '/x/mine'}],
		['opencode', {}],
	])('is told to %s by its own variables, without its keys', (program, places) => {
		expect(guestPlaces(program, env)).toEqual(places);
	});
});

function openWatch() {
	const clock = fakeClock();
	const signals: Signal[] = [];
	const world = {memoryMb: 100 as number | null, lines: [] as string[]};
	const watch = createGuestWatch({
		clock,
		memoryMb: () => world.memoryMb,
		newLines: () => world.lines.splice(0),
		memoryMbMax: () => 4096,
		onSignal: signal => signals.push(signal),
	});
	const kinds = () => signals.map(({kind}) => kind);
	return {clock, watch, world, signals, kinds};
}

describe('a guest is watched', () => {
	it('for memory, told once until it has shrunk', () => {
		const {clock, world, kinds} = openWatch();
		world.memoryMb = 5000;
		clock.advance(20_000);
		expect(kinds()).toEqual(['guest.memory-high']);
		world.memoryMb = 100;
		clock.advance(5000);
		world.memoryMb = 5000;
		clock.advance(5000);
		expect(kinds()).toEqual(['guest.memory-high', 'guest.memory-high']);
	});

	it('for what it says while it runs, every five seconds, and not only at its end', () => {
		const {clock, world, kinds} = openWatch();
		world.lines.push('ERROR: Reconnecting... 3/5');
		clock.advance(4999);
		expect(kinds()).toEqual([]);
		clock.advance(1);
		expect(kinds()).toEqual(['guest.reconnecting']);
	});

	it('for a request that nothing comes of', () => {
		const {clock, watch, kinds} = openWatch();
		watch.take({kind: 'request.started', request: 'a', at: 0});
		watch.take({kind: 'request.started', request: 'b', at: 0});
		watch.take({kind: 'request.first-byte', request: 'b', at: 0});
		clock.advance(310_000);
		expect(kinds()).toEqual(['guest.stalled']);
	});

	it.each([
		[{exitCode: 0, signal: null}, []],
		[{exitCode: 1, signal: null}, ['guest.gone']],
		[{exitCode: null, signal: 'SIGKILL'}, ['guest.gone']],
		[{exitCode: null, signal: 'SIGINT'}, []],
		[{exitCode: 130, signal: null}, []],
	])('at its end: %j', (end, expected) => {
		const {watch, kinds, clock} = openWatch();
		watch.ended(end);
		expect(kinds()).toEqual(expected);
		expect(clock.pending()).toBe(0);
	});

	it('also in its last words', () => {
		const {watch, world, kinds} = openWatch();
		world.lines.push('ERROR: Reconnecting... 5/5');
		watch.ended({exitCode: 0, signal: null});
		expect(kinds()).toEqual(['guest.reconnecting']);
	});
});

it.each([
	[{}, '127.0.0.1,localhost,::1'],
	[{HTTPS_PROXY: 'http://proxy:3128'}, '127.0.0.1,localhost,::1'],
	[{NO_PROXY: 'intern.example, localhost'}, 'intern.example,localhost,127.0.0.1,::1'],
	[{no_proxy: '.example'}, '.example,127.0.0.1,localhost,::1'],
	[{NO_PROXY: '*'}, '*'],
])('a guest behind a proxy of the system reaches ours on loopback: %j', (env, expected) => {
	expect(withoutProxyForUs(env)).toEqual({NO_PROXY: expected, no_proxy: expected});
});

it('a file is read as whole lines as it grows', () => {
	const path = join(temporaryFolder(), 'stderr');
	const lines = tailFile(path);
	expect(lines()).toEqual([]);
	appendFileSync(path, 'one\ntw');
	expect(lines()).toEqual(['one']);
	appendFileSync(path, 'o\n');
	expect(lines()).toEqual(['two']);
});

it('what was read of a long file is not kept on disk', () => {
	const path = join(temporaryFolder(), 'stderr');
	const lines = tailFile(path, {bytesMax: 100});
	appendFileSync(path, `${'x'.repeat(150)}\nhalf `);
	expect(lines()).toEqual(['x'.repeat(150)]);
	expect(statSync(path).size).toBe(0);
	appendFileSync(path, 'a line\n');
	expect(lines()).toEqual(['half a line']);
});
