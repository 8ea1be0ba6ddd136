import {describe, expect, it} from 'vitest';
import type {HostId, TerminalId} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {TerminalRecord} from '../../../source/state/state.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {textWidth} from '../../../source/text/width.ts';
import {defaultTheme} from '../../../source/view/built-in-themes.ts';
import {
	nextChangeMs,
	noteOf,
	type TitleOptions,
	titleOf,
	typedShownMs,
} from '../../../source/view/terminal/title.ts';
import {createPaint} from '../../../source/view/theme.ts';

const paint = createPaint(defaultTheme({}), 3);
const options = (more: Partial<TitleOptions> = {}): TitleOptions => ({
	width: 60,
	now: 5000,
	isFocused: true,
	paint,
	...more,
});

function record(id: string, more: Partial<TerminalRecord> = {}): TerminalRecord {
	return {
		id: id as TerminalId,
		title: `program ${id}`,
		host: 'local' as HostId,
		cwd: '/',
		owner: 'model',
		control: 'model',
		waiting: null,
		isWanted: false,
		isShared: true,
		mayTypeHidden: false,
		typed: null,
		openedAt: 0,
		ended: null,
		...more,
	};
}

function title(
	terminals: readonly TerminalRecord[],
	selected: string,
	more: {width?: number; isPart?: boolean} = {},
): string {
	const state = {...emptyState, terminals};
	const {isPart = false, width = 60} = more;
	const shown = terminals.find(({id}) => id === selected) ?? null;
	return unstyled(titleOf(state, shown, {...options({width}), selected: shown, isPart}));
}

const ended = (exitCode: number | null, signal: string | null = null) => ({
	ended: {exitCode, signal, durationMs: 1200},
});

describe('the title of a terminal', () => {
	it('names it with its host, and says that it waits', () => {
		expect(title([record('1')], '1')).toBe('local: program 1');
		expect(title([record('1', {waiting: 'input'})], '1')).toBe('local: ? program 1');
		expect(title([record('1', {waiting: 'password'})], '1')).toBe('local: ••• program 1');
	});

	it('is a row of tabs where there are several', () => {
		const all = [
			record('1', {waiting: 'input'}),
			record('2', ended(3)),
			record('3', {host: 'far' as HostId}),
		];
		expect(title(all, '1')).toBe('1 ? program 1  2 ✗ 3 program 2  3 far: program 3');
		expect(title(all, '2')).toBe('1 ? program 1  2 program 2  3 far: program 3');
		expect(title(all, '2', {isPart: true})).toBe('2 local: program 2');
	});

	it.each([20, 30, 40, 60, 80])('keeps the host in %i columns, however long the command', width => {
		const long = {host: 'db-main' as HostId, title: 'make deploy '.repeat(20)};
		const one = record('1', {...long, waiting: 'input'});
		expect(title([one], '1', {width})).toMatch(/^db-main: \? make/);
		expect(textWidth(title([one], '1', {width}))).toBeLessThanOrEqual(width);
		const tabs = title([one, record('2', long)], '1', {width});
		expect(tabs).toMatch(width < 30 ? /^1 db-m/ : /^1 db-main: \?.* {2}2 db-main:/);
		expect(textWidth(tabs)).toBeLessThanOrEqual(width);
	});

	it('has tabs that become shorter, and then fewer, and keeps the selected one', () => {
		const many = Array.from({length: 12}, (_, index) => record(String(index + 1)));
		for (const width of [20, 30, 40, 60, 80, 120]) {
			for (const selected of ['1', '6', '12']) {
				const tabs = title(many, selected, {width});
				expect(textWidth(tabs)).toBeLessThanOrEqual(width);
				expect(tabs).toMatch(new RegExp(`(^|  )${selected} `));
			}
		}
	});

	it.each([40, 60, 76, 116])('says with 64 in %i columns how many more there are', width => {
		const many = Array.from({length: 64}, (_, index) => record(String(index + 1)));
		for (const [selected, words] of [
			['1', /^1 program 1 .* {2}\+\d+$/],
			['30', /^\+\d+ {2}.*30 program 30/],
			['64', /^\+\d+ {2}.*64 program 64$/],
		] as const) {
			const tabs = title(many, selected, {width});
			expect(textWidth(tabs)).toBeLessThanOrEqual(width);
			expect(tabs).toMatch(words);
			const hidden = [...tabs.matchAll(/\+(\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
			const shown = [...tabs.matchAll(/(?:^| {2})(\d+) [p…]/g)].length;
			expect(hidden + shown).toBe(64);
		}
	});

	it('has tabs that tell apart what only ends differently', () => {
		const rows = (titles: readonly string[], width: number) =>
			title(
				titles.map((name, index) => record(String(index), {title: name})),
				'0',
				{width},
			);
		const sleeps = Array.from({length: 12}, (_, index) => `sleep 10${index}`);
		expect(rows(sleeps, 118)).toContain('3 sl…102  4 sl…103');
		expect(rows(['npm run build:client', 'npm run build:server'], 30)).toBe(
			'1 npm…client  2 npm…server',
		);
		// Where the difference comes too late in a word, it is shown from there on.
		const files = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaa1', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa2'];
		expect(rows(files, 26)).toBe('1 aaaaaaaa…1  2 aaaaaaaa…2');
		// What is the same to its end has only its number, and what is alone keeps its beginning.
		const same = ['sleep 1000', 'sleep 1000', 'make all the things'];
		expect(rows(same, 28)).toBe('1 sleep…  2 sleep…  3 make …');
	});

	it('tells the same program on two machines apart by the machine alone', () => {
		const there = (id: string, more: object) => record(id, {title: 'sleep 100', ...more});
		const terminals = [there('1', {}), there('2', {host: 'web' as HostId})];
		expect(title(terminals, '1', {width: 24})).toContain('web:');
	});

	it('says that one of those which have no room waits for somebody', () => {
		const many = Array.from({length: 64}, (_, index) =>
			record(String(index + 1), index === 50 ? {waiting: 'password'} : {}),
		);
		expect(title(many, '2', {width: 76})).toMatch(/\+\d+ •••$/);
		expect(title(many, '60', {width: 76})).toMatch(/^\+\d+ ••• {2}/);
	});

	it('does not obey what a program is called', () => {
		expect(title([record('1', {title: 'a\u001B[31mb\u0007'})], '1')).toBe('local: a␛[31mb␇');
	});
});

describe('the note of a terminal', () => {
	const note = (more: Partial<TerminalRecord>, now = 5000) =>
		unstyled(noteOf(record('1', more), options({now})));

	it.each([
		[{}, 'agent 5 s'],
		[{control: 'user'}, 'you type 5 s'],
		[{owner: 'user', isShared: false}, 'yours 5 s'],
		[{owner: 'user', isShared: true}, 'yours, shared 5 s'],
		[{openedAt: -130_000}, 'agent 2 min'],
		[{openedAt: -7_500_000}, 'agent 2 h 5 min'],
		[ended(0), '✓ 0 1.2 s'],
		[ended(2), '✗ 2 1.2 s'],
		[ended(137, 'SIGKILL'), '✗ SIGKILL 1.2 s'],
	] as const)('of %j says %s', (more, words) => {
		expect(note(more)).toBe(words);
	});

	it('shows for a moment what the agent types', () => {
		const typed = {text: 'print(1)\u240a', at: 4000};
		expect(note({typed})).toBe('agent types: print(1)␊');
		expect(note({typed: {text: 'a\nb\n', at: 4000}})).toBe('agent types: a␊b␊');
		expect(note({typed}, 4000 + typedShownMs)).toBe('agent 6 s');
	});
});

it('a title is drawn again when it says something else, and not before', () => {
	expect(nextChangeMs([record('1', ended(0))], 5300)).toBeNull();
	expect(nextChangeMs([record('1')], 5300)).toBe(700);
	expect(nextChangeMs([record('1')], 61_000)).toBe(59_000);
	const typed = {text: 'x', at: 61_000};
	expect(nextChangeMs([record('1', {typed})], 61_500)).toBe(typedShownMs - 500);
});
