import {describe, expect, it} from 'vitest';
import {commands} from '../../commands/index.ts';
import theme from '../../commands/theme.ts';
import type {TurnId} from '../../source/events/ids.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import type {State} from '../../source/state/state.ts';
import {builtInThemes} from '../../source/view/built-in-themes.ts';
import {type CommandContext, runNamed} from '../../source/view/command.ts';
import type {Intent} from '../../source/view/ui-state/intent.ts';

function run(name: string, argument = '', change: Partial<State> = {}) {
	const context: CommandContext = {
		state: {...emptyState, ...change},
		theme: 'dark',
		themes: ['dark', 'light'],
		now: 0,
	};
	return commands[name]!.run(argument, context);
}

function types(answer: ReturnType<typeof run>): readonly Intent['type'][] {
	return 'problem' in answer ? [] : answer.map(intent => intent.type);
}

const terminal = {
	id: 't1',
	title: 'make',
	host: 'local',
	cwd: '/',
	owner: 'model',
	control: 'model',
	openedAt: 0,
	ended: null,
} as unknown as State['terminals'][number];

const grant = {
	id: 'g1',
	scope: 'shell',
	host: 'local',
	until: 'session',
} as unknown as State['grants'][number];

const hops = {
	current: 'web',
	list: [{host: 'web', state: {status: 'ready'}, at: 0, facts: null, place: null}],
	questions: [],
	unconfirmed: [],
} as unknown as State['hops'];

const mcpServers = [
	{name: 'github', state: 'ready', why: null, failures: 0, toolCount: 2},
] as unknown as State['mcpServers'];

describe('slash commands turn into wishes', () => {
	it.each<[string, string, Partial<State>, readonly Intent['type'][]]>([
		['help', '', {}, ['open-overlay']],
		['theme', '', {}, ['open-overlay']],
		['theme', 'light', {}, ['choose-theme', 'save-setting']],
		['model', 'openai/gpt-5', {}, ['choose-model']],
		['effort', '', {}, ['open-overlay']],
		['effort', 'high', {}, ['choose-effort']],
		['effort', 'hgih', {}, []],
		['mode', '', {}, ['open-overlay']],
		['mode', 'read', {}, ['choose-mode']],
		['mode', 'yolo', {}, []],
		['model', '', {models: ['practice/practice']}, ['open-overlay']],
		['provider', '', {}, ['open-overlay']],
		['sessions', '', {}, ['list-sessions']],
		['screens', '', {}, ['list-screens']],
		['resume', '', {}, ['list-sessions']],
		['resume', 'abc', {}, ['open-session']],
		['rename', 'Work', {}, ['rename-session']],
		['clear', '', {}, ['clear-context']],
		['context', '', {}, ['open-overlay']],
		['hop', 'web:/srv', {}, ['hop']],
		['hop', '', {hops}, ['open-overlay']],
		['hops', '', {hops}, ['open-overlay']],
		['mcp', '', {mcpServers}, ['open-overlay']],
		['mcp', '', {}, []],
		['mcp', 'github', {mcpServers}, ['show-server']],
		['mcp', 'restart github', {mcpServers}, ['restart-server']],
		['mcp', 'off github', {mcpServers}, ['switch-server']],
		['mcp', 'on github', {mcpServers}, ['switch-server']],
		['mcp', 'kill github', {mcpServers}, []],
		['mcp', 'off gihtub', {mcpServers}, []],
		['stats', '', {}, ['open-overlay']],
		['calls', '', {}, ['open-overlay']],
		['grants', '', {}, ['open-overlay']],
		['grants', '', {grants: [grant]}, ['open-overlay']],
		['copy', '', {}, ['copy']],
		['copy', 'code', {}, ['copy']],
		['export', 'a.md', {}, ['export-session']],
		['search', 'words', {}, ['search']],
		['terminals', '', {terminals: [terminal]}, ['open-overlay']],
		['monitor', '', {}, ['focus']],
		['proxy', 'restart', {}, ['restart-proxy']],
		['doctor', '', {}, ['run-doctor']],
		['diff', '', {}, ['show-diff']],
		['mouse', '', {}, ['toggle-mouse']],
		['workers', '', {}, ['focus']],
		['zoom', '', {}, ['zoom']],
		['init', '', {}, ['send']],
		['fork', '', {}, ['fork-session']],
		['rules', '', {}, ['open-overlay']],
		['rules', 'deny shell git push', {}, ['add-rule']],
		['notices', '', {}, ['open-overlay']],
		['tour', '', {}, ['choose-model', 'send']],
		['quit', '', {}, ['quit']],
	])('/%s %s', (name, argument, change, expected) => {
		expect(types(run(name, argument, change))).toEqual(expected);
	});

	it.each<[string, string]>([
		['theme', 'purple'],
		['rules', 'deny'],
		['rules', 'deny shell'],
		['rules', 'permit shell ls'],
		['rules', 'deny shel git push'],
		['rename', ''],
		['copy', 'everything'],
		['terminals', ''],
		['model', ''],
		['proxy', 'explode'],
		['sessions', 'runing'],
		['debug', 'maybe'],
		['rename', 'x'.repeat(101)],
	])('/%s %s says what is wrong instead of guessing', (name, argument) => {
		expect(run(name, argument)).toMatchObject({problem: expect.stringMatching(/\w/)});
	});

	it.each(Object.entries(commands).filter(([, {usage}]) => usage === undefined))(
		'/%s takes nothing, and does nothing with a word after it',
		name => {
			const context = {state: emptyState, theme: 'dark', themes: [], now: 0};
			expect(runNamed(commands, {name, argument: ' extra words '}, context)).toEqual({
				problem: expect.stringContaining('"extra words" was not used and nothing was done'),
			});
			expect(runNamed(commands, {name, argument: '  '}, context)).toEqual(run(name));
		},
	);

	it.each(Object.entries(commands))(
		'/%s --help says what it does, and does nothing',
		(name, {summary}) => {
			for (const argument of ['--help', ' -h ']) {
				const context = {state: emptyState, theme: 'dark', themes: [], now: 0};
				expect(runNamed(commands, {name, argument}, context)).toEqual({
					problem: expect.stringMatching(/^\/\w+( .+)?: ./),
				});
				expect(runNamed(commands, {name, argument}, context)).toHaveProperty(
					'problem',
					expect.stringContaining(summary),
				);
			}
		},
	);

	it('/tour says how to come back to the model that it leaves', () => {
		const session = {...emptyState.session, provider: 'openai', model: 'gpt-5'};
		expect(run('tour', '', {session})).toContainEqual({
			type: 'notify',
			level: 'info',
			text: 'The practice model leads the tour. Back to yours: /model openai/gpt-5',
		});
	});

	it('quote of a long word only its beginning, so that the advice behind it stays in sight', () => {
		const context = {state: emptyState, theme: 'dark', themes: ['dark'], now: 0};
		for (const argument of ['x'.repeat(5000), 'long '.repeat(1000)]) {
			for (const name of ['theme', 'copy', 'undo', 'monitor', 'rules', 'effort']) {
				const {problem} = runNamed(commands, {name, argument}, context) as {problem: string};
				expect(problem.length).toBeLessThan(300);
			}
		}
	});

	it('/context counts a long turn that went well among nothing that did not', () => {
		const at = {turn: 't' as TurnId, at: 1};
		const items = [
			{type: 'ending', outcome: 'done', tookMs: 40_000, ...at},
			{type: 'ending', outcome: 'failed', ...at},
		] as const;
		const chat = {...emptyState.chat, items};
		expect(JSON.stringify(run('context', '', {chat}))).toContain('1 turn that did not end well');
		const [done] = items;
		const well = run('context', '', {chat: {...chat, items: [done]}});
		expect(JSON.stringify(well)).not.toContain('did not end well');
	});

	it('/mouse says which, and takes on and off', () => {
		expect(run('mouse', 'on')).toEqual([{type: 'toggle-mouse', isOn: true}]);
		expect(run('mouse', 'maybe')).toHaveProperty('problem');
	});

	it('keep a model’s name whole when it has slashes in it', () => {
		expect(run('model', 'openrouter/qwen/qwen3')).toEqual([
			{type: 'choose-model', provider: 'openrouter', model: 'qwen/qwen3'},
		]);
	});

	it('do not clear the context under a running turn', () => {
		const turn = {
			id: 'turn_1',
			startedAt: 0,
			retry: null,
			reply: null,
		} as unknown as State['chat']['turn'];
		expect(run('clear', '', {chat: {...emptyState.chat, turn}})).toHaveProperty('problem');
	});

	describe('that end what runs elsewhere', () => {
		const far = {...terminal, host: 'web', title: 'make deploy'} as typeof terminal;
		const itemsOf = (name: string, change: Partial<State>) => {
			const [intent] = run(name, '', change) as readonly Intent[];
			const overlay = intent?.type === 'open-overlay' ? intent.overlay : null;
			return overlay?.type === 'picker' ? overlay : null;
		};

		it('/hops has what disconnects never under Enter, and last', () => {
			const two = [...hops.list, {...hops.list[0]!, host: 'db'}] as State['hops']['list'];
			const items = itemsOf('hops', {hops: {...hops, list: two}})?.items ?? [];
			expect(items.map(({label}) => label)).toEqual([
				'web: stay there',
				'db: work there',
				'web: disconnect',
				'db: disconnect',
			]);
			expect(items[0]?.intent.type).toBe('close-overlay');
			expect(items[2]?.intent.type).toBe('leave-hop');
		});

		it('/hops asks before it disconnects a machine where something runs', () => {
			const items = itemsOf('hops', {hops, terminals: [terminal, far]})?.items ?? [];
			const {intent} = items.find(({label}) => label === 'web: disconnect')!;
			expect(intent).toMatchObject({
				type: 'open-overlay',
				overlay: {
					title: 'make deploy still runs on web',
					items: [
						{label: 'Stay connected', intent: {type: 'close-overlay'}},
						{label: 'End it there, and disconnect', intent: {type: 'leave-hop', host: 'web'}},
					],
				},
			});
		});
	});

	it('each say in one line what they do', () => {
		for (const [name, {summary}] of Object.entries(commands)) {
			expect(summary, name).toMatch(/^[A-Z].{8,90}$/);
		}
	});

	it('provider names those that a model can come from, and no model without one', () => {
		const answer = run('provider', '', {models: ['default', 'openai/gpt-5', 'openai/gpt-4']});
		expect(JSON.stringify(answer)).toContain('Known here: openai"');
	});
});

describe('/cost and /stats', () => {
	const spoken = (name: string, chat: Partial<State['chat']>) =>
		JSON.stringify(run(name, '', {chat: {...emptyState.chat, ...chat}}));

	it.each(['cost', 'stats'])(
		'/%s says that tokens are unknown where no provider reported any',
		name => {
			const words = spoken(name, {unreported: 2});
			expect(words).toContain('unknown');
			expect(words).not.toMatch(/Tokens (in|out): 0/);
			expect(words).not.toMatch(/\$0/);
		},
	);

	it('say what was counted, and for how many answers nothing was', () => {
		const usage = {inputTokens: 12, outputTokens: 3};
		const words = spoken('cost', {unreported: 1, usage, cost: {usd: 0.5, unpriced: 0}});
		expect(words).toContain('Tokens in: 12 and more');
		expect(words).toContain('Unknown for 1 answer');
		expect(words).toContain('$0.5000 for what was counted');
	});
});

it('the list of themes says of each built-in one what it is, and which are yours', () => {
	const themes = [...builtInThemes.map(({name}) => name), 'mine'];
	const intents = theme.run('', {...{state: emptyState, now: 0}, theme: 'dark', themes} as never);
	const items = (intents as never as [{overlay: {items: {label: string; detail: string}[]}}])[0]
		.overlay.items;
	const yours = items.filter(({detail}) => detail === 'yours');
	expect(yours.map(({label}) => label)).toEqual(['mine']);
	expect(items.find(({label}) => label === 'dark')?.detail).toMatch(/^in use: .*dark ground$/);
});
