import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../../source/events/event.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {reduce} from '../../../source/state/reduce.ts';
import type {State} from '../../../source/state/state.ts';
import {textWidth} from '../../../source/text/width.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import type {Pane} from '../../../source/view/panes/panes.ts';
import {fitActivity} from '../../../source/view/status/activity.ts';
import type {Status} from '../../../source/view/status/status.ts';
import {StatusRow} from '../../../source/view/status/status-row.tsx';
import {createPaint, type Paint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {always, drawnText, testHandles} from '../ink/drawn.tsx';

const turn = 'turn_1' as TurnId;
const reply = 'reply_1' as ReplyId;
const call = 'call_1' as CallId;
const paint = createPaint(builtInThemes[0]!, 0);

const proposed = {
	type: 'tool.proposed',
	call,
	turn,
	reply,
	tool: 'unified_exec',
	raw: '{}',
	input: {},
	scope: 'shell',
	host: localHost,
	cwd: '/',
	summary: 'find / -name "*.log" -newer /tmp/stamp -print0 | xargs -0 wc -l',
} as const;

function stateAfter(...events: readonly object[]): State {
	return events.reduce<State>(
		(state, event, index) => reduce(state, {v: 1, seq: index + 1, at: 1000, ...event} as Stamped),
		emptyState,
	);
}

/** As wide as the screen, so that what is cut would be missed. */
function shownRow(status: Status, look: Paint = paint): string {
	const {columns} = status;
	const handles = testHandles({status: always(status)}, {columns, paint: look});
	return drawnText(<StatusRow />, handles, columns);
}

function row(
	state: State,
	{
		columns = 80,
		now = 13_000,
		flash = '',
		leader = false,
		hidden = [] as Pane[],
		focus = 'chat' as Pane,
		isProxySilent = false,
		reading = null,
		dots = null as string | null,
		flashedAt = 0,
	} = {},
) {
	const ui = {...initialUiState, focus, flashedAt};
	const status = {
		state,
		ui,
		now,
		columns,
		flash,
		leader,
		seeking: null,
		hidden,
		isProxySilent,
		reading,
		dots,
	};
	return shownRow(status);
}

const started = {type: 'turn.started', turn};
const asked = {
	type: 'authorization.asked',
	ask: 'ask_1' as AskId,
	call,
	scope: 'shell',
	host: localHost,
	expiresAt: 9e9,
};

describe('the status line says', () => {
	it('how to get help when nothing happens', () => {
		expect(row(emptyState)).toMatch(/\? help {2}Ctrl\+P commands {2}Ctrl\+X leader/);
	});

	it('that the session allows less than its rules do', () => {
		expect(row(stateAfter({type: 'mode.chosen', mode: 'read'}))).toContain('read only');
		expect(row(stateAfter({type: 'mode.chosen', mode: 'ask'}))).toContain('asks each time');
	});

	it.each([60, 80, 120])('that a card waits, in %d columns, also when a warning came', columns => {
		const notice = {
			type: 'notice.shown',
			level: 'warn',
			text: 'The key of provider "x" stands there.',
		};
		const state = stateAfter(started, proposed, asked, notice);
		const shown = row(state, {columns, now: 2000});
		expect(shown).toContain('waits for you: run this');
		expect(columns < 80 || shown.includes('The key')).toBe(true);
		expect(textWidth(shown)).toBe(columns);
	});

	it('everything in ASCII where the screen has no more, cut or not', () => {
		const plain = createPaint(builtInThemes.find(({ascii}) => ascii)!, 0);
		const text = 'The key of provider "x" stands in the config file. Safer: somewhere else.';
		const states = [
			stateAfter(started, proposed, {type: 'tool.started', call}),
			stateAfter({type: 'notice.shown', level: 'warn', text}),
			stateAfter(started, proposed, asked),
		];
		for (const state of states) {
			for (const [flash, leader] of [
				['', false],
				['', true],
				['x'.repeat(60), false],
			] as const) {
				const status = {
					state,
					ui: initialUiState,
					now: 2000,
					columns: 40,
					flash,
					leader,
					seeking: null,
					hidden: [],
					isProxySilent: false,
					reading: null,
					dots: null,
				};
				expect(shownRow(status, plain)).toMatch(/^[ -~]*$/);
			}
		}
	});

	it('how the keyboard comes back from a program that has it, as no other key is ours then', () => {
		const state = stateAfter(
			{
				type: 'terminal.opened',
				terminal: '1',
				title: 'python',
				host: localHost,
				cwd: '/',
				owner: 'user',
				size: {columns: 80, rows: 24},
			},
			{type: 'terminal.controlled', terminal: '1', by: 'user'},
		);
		const shown = row(state, {focus: 'terminal'});
		expect(shown).toContain('Ctrl+X i hands the keyboard back');
		expect(shown).not.toContain('? help');
	});

	it('of a warning that has no room where the rest of it can be read', () => {
		const text = `config.json: ${'something is wrong '.repeat(9)}`;
		const shown = row(stateAfter({type: 'notice.shown', level: 'warn', text}), {now: 1000});
		expect(shown).toContain('config.json: something');
		expect(shown).toMatch(/… \/notices {2}/);
		expect(textWidth(shown)).toBe(80);
	});

	it('what came last, not an older warning', () => {
		const warning = {type: 'notice.shown', level: 'warn', text: 'There is no model "nope".'};
		const outcome = {type: 'notice.shown', level: 'info', text: 'Copied 3 lines.'};
		expect(row(stateAfter(warning, outcome), {now: 1000})).toContain('Copied 3 lines.');
		expect(row(stateAfter(outcome, warning), {now: 1000})).toContain('There is no model');
		expect(row(stateAfter(started, warning, outcome), {now: 1000})).toContain('thinks');
	});

	it('no warning again behind what was said after it', () => {
		const warning = {type: 'notice.shown', level: 'warn', text: 'There is no model "nope".'};
		const state = stateAfter(warning);
		const {at} = state.notices[0]!;
		expect(row(state, {now: at + 500, flashedAt: at + 100})).not.toContain('There is no model');
		expect(row(state, {now: at + 500, flashedAt: at - 100})).toContain('There is no model');
	});

	it('that the model thinks, and for how long', () => {
		expect(row(stateAfter(started))).toMatch(/thinks {2}12 s {2}Esc stops/);
	});

	it('how much was answered and how fast', () => {
		const state = stateAfter(
			started,
			{type: 'reply.began', turn, reply},
			{type: 'reply.grew', reply, text: 'x'.repeat(480)},
		);
		expect(row(state)).toMatch(/answers {2}12 s {2}~120 tokens {2}10\/s {2}Esc stops/);
	});

	it('that it waits for the user, on which host, and for how long', () => {
		expect(row(stateAfter(started, proposed, asked))).toMatch(
			/waits for you: run this on this machine {2}12 s/,
		);
	});

	it('where a long command runs and for how long, whatever has to give way', () => {
		const line = row(stateAfter(started, proposed, {type: 'tool.started', call}), {
			hidden: ['terminal', 'monitor'],
		});
		expect(line).toMatch(/runs find .*… {2}on local {2}12 s {2}Esc stops/);
		expect(textWidth(line)).toBe(80);
	});

	it('that the program of a call waits for somebody to type', () => {
		const opened = {
			type: 'terminal.opened',
			terminal: '1',
			title: 'cat',
			host: localHost,
			cwd: '/',
			owner: 'model',
			call,
		};
		const waits = {type: 'terminal.waited', terminal: '1', waiting: 'input'};
		const running = [started, proposed, {type: 'tool.started', call}, opened];
		expect(row(stateAfter(...running))).toMatch(/runs find /);
		expect(row(stateAfter(...running, waits))).toMatch(/waits for input: find .*Esc stops/);
	});

	it('that the proxy does not answer, where the monitor is not', () => {
		const ready = {status: 'ready', url: 'http://127.0.0.1:1', pid: 1};
		const state = stateAfter({type: 'proxy.changed', proxy: ready});
		expect(row(state, {hidden: ['monitor']})).toMatch(/3 monitor {2}.*●/);
		expect(row(state, {hidden: ['monitor'], isProxySilent: true})).toMatch(/3 monitor ! .*✗/);
	});

	it('why and when it tries again', () => {
		const failure = {kind: 'upstream', message: 'The provider answered 500.'};
		expect(
			row(stateAfter(started, {type: 'turn.retried', turn, attempt: 1, delayMs: 15_000, failure})),
		).toMatch(/The provider answered 500\. {2}try 2 in 3 s/);
	});

	it('which program hides its input, before anything else', () => {
		const opened = {
			type: 'terminal.opened',
			terminal: '1',
			title: 'ssh-keygen',
			host: localHost,
			cwd: '/',
			owner: 'model',
		};
		const waits = {type: 'terminal.waited', terminal: '1', waiting: 'password'};
		expect(row(stateAfter(started, opened, waits))).toMatch(
			/ssh-keygen hides its input: Alt\+P types it/,
		);
		const held = {type: 'terminal.controlled', terminal: '1', by: 'user'};
		const there = stateAfter(started, opened, waits, held);
		expect(row(there, {focus: 'terminal'})).not.toContain('Alt+P');
	});
});

describe('the status line', () => {
	it.each([40, 60, 80, 120, 200])('is exactly %d columns wide, whatever it says', columns => {
		for (const state of [
			emptyState,
			stateAfter(started),
			stateAfter(started, proposed, {type: 'tool.started', call}),
		]) {
			expect(textWidth(row(state, {columns, hidden: ['terminal', 'monitor']}))).toBe(columns);
		}
	});

	it('never cuts a hint in half', () => {
		for (let columns = 40; columns <= 90; columns += 4) {
			expect(row(emptyState, {columns, hidden: ['terminal', 'monitor']})).not.toContain('…');
		}
	});
});

describe('an action that counts down', () => {
	const incident = {
		id: 'incident_1',
		fault: 'A4',
		name: 'the proxy does not answer',
		pattern: 'A4',
		at: 13_000,
		evidence: {signal: 'proxy.hung', count: 1},
		tier: 'rule',
		why: 'the rule of A4',
		action: {type: 'restart-proxy'},
		status: {type: 'countdown', endsAt: 15_500},
	} as const;
	const state = stateAfter(started, {type: 'incident.changed', incident});

	it('is said first, with the keys that stop it from elsewhere', () => {
		expect(row(state)).toContain(
			'restart the proxy in 3 s, Alt+3 x cancels: A4 the proxy does not answer',
		);
	});

	it('needs one key less in the monitor itself', () => {
		expect(row(state, {focus: 'monitor'})).toContain('restart the proxy in 3 s, x cancels');
	});
});

it('says for as long as it lasts that the settings can not be read whole', () => {
	const problem = 'config.json, line 3, column 5: a comma with nothing behind it.';
	const state = stateAfter({type: 'settings.checked', problem, rules: []});
	expect(row(state, {columns: 120})).toContain(`Everything asks: ${problem}`);
	expect(row(state, {now: 99_999_000})).toContain('Everything asks: config.json, line 3, column 5');
	const mended = reduce(state, {
		...{v: 1, seq: 9, at: 1},
		...{type: 'settings.checked', problem: null, rules: []},
	} as Stamped);
	expect(row(mended)).not.toContain('Everything asks');
});

it.each([
	[50, 'waits for you: change this on this machine  5 s'],
	[36, 'waits for you: change this  5 s'],
])(
	'in %d columns the deed that waits is whole, and this machine is named where there is room',
	(room, words) => {
		const doing = {
			waits: true,
			what: 'waits for you: change this',
			facts: ['5 s'],
			aside: 'on this machine',
		};
		expect(fitActivity(doing, {room, more: '…'})).toBe(words);
	},
);
