import {describe, expect, it} from 'vitest';
import type {TerminalId} from '../../../source/events/ids.ts';
import type {Incident, WatchView} from '../../../source/events/incident.ts';
import {emptyMeter, type Meter} from '../../../source/events/meter.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {textWidth} from '../../../source/text/width.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {detailLines, footOf} from '../../../source/view/monitor/incidents.ts';
import {type MonitorContent, MonitorView} from '../../../source/view/monitor/monitor-view.tsx';
import {createPaint} from '../../../source/view/theme.ts';
import {drawnRows, testHandles} from '../ink/drawn.tsx';

const paint = createPaint(builtInThemes[0]!, 0);
const now = new Date(2026, 10, 18, 19, 15).getTime();
const keys = {cancel: 'x', now: 'g', detail: 'Enter', settings: 's', clear: 'C'};

const hung: Incident = {
	id: 'one',
	fault: 'A4',
	name: 'the proxy does not answer',
	pattern: 'A4',
	at: now,
	evidence: {signal: 'proxy.hung', count: 1, code: 'timeout'},
	tier: 'rule',
	why: 'the rule of A4',
	action: {type: 'restart-proxy'},
	status: {type: 'ended', outcome: 'verified', at: now},
	after: 'The next request to p/m was answered.',
};

function watching(...incidents: readonly Incident[]): WatchView {
	return {isOn: true, incidents, patterns: 0, diagnoses: {thisMonth: 0, tokens: 0, costUsd: 0}};
}

const busy: Meter = {
	...emptyMeter,
	engine: {busy: [0.1, 0.9]},
	store: {freeMb: 68_000, problem: null},
	proxy: {healthy: true, restarts: 1, memoryMb: 59, uptimeMs: 60_000, latencyMs: [3, 4]},
	provider: {
		...emptyMeter.provider,
		requests: 3,
		firstByteMs: [40, 50],
		tokensPerSecond: [80, 90],
		gapMs: [20, 11_000],
	},
};

function rows({
	width = 76,
	height = 22,
	...more
}: Partial<MonitorContent> & {width?: number; height?: number} = {}): readonly string[] {
	const content: MonitorContent = {
		screen: {columns: 80, rows: 24},
		proxy: {status: 'ready', url: 'http://127.0.0.1:1', pid: 1},
		isAtWork: false,
		meter: emptyMeter,
		watch: watching(),
		terminals: [],
		hops: [],
		mcpServers: [],
		marked: 0,
		focused: true,
		...more,
	};
	const look = {width, height, now, keys};
	return drawnRows(<MonitorView content={content} {...look} />, testHandles({}, {paint})).map(row =>
		unstyled(row).trimEnd(),
	);
}

describe('the monitor', () => {
	it('says when nothing is watched', () => {
		const watch = {...watching(hung), isOn: false};
		expect(rows({watch}).join('\n')).toContain('incidents  the watchdog is off');
		expect(rows({watch: watching(hung)}).join('\n')).not.toContain('is off');
	});

	it('says in an empty list what will be there', () => {
		const text = rows().join(' ').replace(/\s+/g, ' ');
		expect(text).toContain('No incident yet. What goes wrong, what is done about it');
		expect(text).toContain('provider not asked yet');
	});

	it('has a row for each layer, from the screen to the disk', () => {
		const names = rows({meter: busy}).map(row => row.slice(2, 13).trim());
		expect(names.slice(0, 9)).toEqual([
			...['screen', 'engine', 'proxy', 'provider', 'first byte', 'speed', 'gap'],
			...['store', 'counters'],
		]);
		const text = rows({meter: busy}).join('\n');
		expect(text).toContain('idle 90 %');
		expect(text).toContain('90 tokens/s');
		expect(text).toContain('11 s');
		expect(text).toContain('66 GB free');
	});

	it('counts down with the keys that stop it or hurry it on', () => {
		const waiting: Incident = {...hung, status: {type: 'countdown', endsAt: now + 2500}};
		const text = rows({watch: watching(waiting)}).join('\n');
		expect(text).toContain('A4 the proxy does not answer');
		expect(text).toContain('restart the proxy: in 3 s  x cancels  g does it now');
		expect(text).toContain('why: the rule of A4');
	});

	it('calls nothing a success before it was seen', () => {
		const acting: Incident = {...hung, status: {type: 'verifying', until: now + 9000}};
		expect(rows({watch: watching(acting)}).join('\n')).toContain(
			'restart the proxy: done, the next request shows whether it helped',
		);
	});

	it('lists what has ended, the newest first, with its outcome', () => {
		const earlier = {...hung, id: 'two', at: now - 26 * 3_600_000};
		const [first = '', second = ''] = rows({watch: watching(earlier, hung)}).filter(row =>
			row.includes(' A4 '),
		);
		expect(first).toMatch(/^19:15 {2}A4 .* rule +verified$/);
		expect(second).toMatch(/^11-17 {2}A4 /);
	});

	it('shows what the disk refuses, before what can be done without', () => {
		const meter = {...busy, store: {freeMb: 10, problem: "monitor.log can't be written"}};
		const text = rows({meter, height: 12}).join('\n');
		expect(text).toContain("monitor.log can't be written");
		expect(text).toContain('No incident yet');
		expect(text).not.toContain('counters');
	});

	it.each([
		[78, 22],
		[52, 37],
		[33, 22],
		[24, 6],
		[38, 3],
	])('fits into %i columns and %i rows, whatever there is to tell', (width, height) => {
		const terminals = ['1', '2', '3'].map(id => ({
			...{id: id as TerminalId, title: 'a very long title \u001B[31m of a program', ended: null},
			waiting: 'password' as const,
		}));
		const counting: Incident = {...hung, status: {type: 'countdown', endsAt: now}};
		const many = Array.from({length: 40}, (_, index) => ({...hung, id: `${index}`}));
		const shown = rows({
			width,
			height,
			meter: busy,
			terminals: terminals as never,
			watch: watching(...many, counting, {...counting, id: 'other'}),
		});
		expect(shown.length).toBeLessThanOrEqual(height);
		expect(Math.max(...shown.map(textWidth))).toBeLessThanOrEqual(width);
	});

	it('names the keys that do something now', () => {
		const look = {marked: 0, keys};
		expect(footOf(watching(), look)).toBe('s settings');
		expect(footOf(watching(hung, hung), look)).toBe('Enter detail  C clear  s settings  1/2');
		const counting: Incident = {...hung, status: {type: 'countdown', endsAt: now}};
		expect(footOf(watching(counting), look)).toBe('x cancels  g now  s settings');
	});

	it('tells one incident whole: before, why, what, after', () => {
		expect(detailLines(hung).join('\n')).toMatch(
			/before {4}proxy.hung timeout\ndecided {3}by rule: the rule of A4\naction {4}restart the proxy\noutcome {3}verified\nafter {5}The next request/,
		);
	});
});
