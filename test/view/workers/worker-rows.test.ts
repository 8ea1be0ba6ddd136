import {describe, expect, it} from 'vitest';
import type {HostId} from '../../../source/events/ids.ts';
import type {WorkersView, WorkerView} from '../../../source/events/worker.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {textWidth} from '../../../source/text/width.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {workerRows} from '../../../source/view/workers/worker-rows.ts';
import {workersAsLines} from '../../../source/view/workers/worker-words.ts';

const paint = createPaint(builtInThemes[0]!, 0);

const running: WorkerView = {
	name: 'mail',
	kind: 'arq',
	host: 'local' as HostId,
	state: 'running',
	reason: 'Process 4711 of deploy.',
	process: {
		pid: 4711,
		owner: 'deploy',
		cpuPercent: 0.3,
		memoryBytes: 88_080_384,
		ageMs: 7_500_000,
		command: 'arq app.WorkerSettings',
	},
	queue: {
		name: 'arq:queue',
		counts: {running: 2, queued: 998, deferred: 0, recent: 12, isPartial: false},
		health: {text: 'Nov-18 12:03:30 j_complete=0 queued=7', ageMs: 4000, leftMs: 3_597_000},
		problem: null,
	},
};
const stopped: WorkerView = {
	...running,
	name: 'thumbs',
	kind: 'process',
	state: 'stopped',
	reason: 'There is no pid file.',
	process: null,
	queue: null,
};

function rowsOf(view: WorkersView, size: {width?: number; height?: number} = {}) {
	return workerRows(view, {width: 78, height: 20, ...size, paint}).map(unstyled);
}

const all = (...list: readonly WorkerView[]): WorkersView => ({isConfigured: true, list});

describe('the workers', () => {
	it('are told with state, age, CPU, memory, owner, jobs and the age of their health', () => {
		expect(rowsOf(all(running, stopped))).toEqual([
			'● mail           running  2 h 5 min  0.3 % CPU  84 MB  deploy 4711',
			'  arq: 2 running, 998 queued, 0 deferred, 12 recent',
			'  health 4.0 s ago: j_complete=0 queued=7',
			'● thumbs         stopped  There is no pid file.',
			'  process',
		]);
	});

	it('that have ended leave jobs locked, which is not called running', () => {
		const view = all({
			...running,
			state: 'stale',
			reason: 'The pid file is left over.',
			process: null,
		});
		expect(rowsOf(view)[1]).toBe('  arq: 2 locked, 998 queued, 0 deferred, 12 recent');
	});

	it('with a problem in the queue say it, and where they are', () => {
		const problem = 'Redis at 10.0.0.5:6379 did not answer within 5 s.';
		const queue = {name: 'q', counts: null, health: null, problem};
		const view = all({...running, host: 'web' as HostId, queue});
		expect(rowsOf(view).slice(1)).toEqual(['  arq on web', `  ${problem}`]);
	});

	it('that find no room are counted, and no row is wider than the pane', () => {
		const many = all(running, stopped, running, stopped);
		expect(rowsOf(many, {height: 6}).at(-1)).toBe('2 more workers');
		for (const width of [20, 30, 40, 60]) {
			for (const row of rowsOf(many, {width})) {
				expect(textWidth(row)).toBeLessThanOrEqual(Math.max(width, 28));
			}
		}
	});

	it('can’t write escapes to the screen', () => {
		const evil = all({...stopped, reason: 'pid file of \u001b[31mx\u001b]0;y\u0007'});
		expect(rowsOf(evil).join('')).not.toMatch(/\u001b|\u0007/);
	});

	it('can’t begin a line of their own, where it would look like another worker’s', () => {
		const queue = {...running.queue!, health: {text: 'x\nthumbs: y', ageMs: 1, leftMs: 1}};
		const evil = all({...running, queue}, {...stopped, reason: 'sh -c \nmail: running.'});
		expect(workersAsLines(evil).join('\n').split('\n')).toHaveLength(4);
		expect(rowsOf(evil).join('')).not.toContain('\n');
	});

	it('that are not configured, or not yet looked at, are told so', () => {
		expect(rowsOf({isConfigured: false, list: []})[0]).toMatch(/names no background workers/);
		expect(rowsOf({isConfigured: true, list: null})).toEqual(['looking at them']);
	});

	it('are told line by line in the same words', () => {
		expect(workersAsLines(all(running, stopped))).toEqual([
			'mail: running. 2 h 5 min  0.3 % CPU  84 MB  deploy 4711',
			'arq: 2 running, 998 queued, 0 deferred, 12 recent; health 4.0 s ago: j_complete=0 queued=7',
			'thumbs: stopped. There is no pid file.',
			'process',
		]);
	});
});
