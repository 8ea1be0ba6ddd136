import {describe, expect, it} from 'vitest';
import {type HostId, localHost, type SessionId} from '../../../source/events/ids.ts';
import type {ProjectFacts} from '../../../source/events/project-event.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {State} from '../../../source/state/state.ts';
import {styledClusters, styledWidth, unstyled} from '../../../source/text/styled.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {StartCard} from '../../../source/view/start/start-card.tsx';
import {startRows} from '../../../source/view/start/start-rows.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState, type RunningOffer} from '../../../source/view/ui-state/ui-state.ts';
import {always, drawnRows, drawnText, testHandles} from '../ink/drawn.tsx';
import {testPaint} from '../markdown/fixture.ts';

const paint = testPaint();
const large = {width: 100, height: 30};

const project: ProjectFacts = {
	host: localHost,
	folder: '/home/me/demo',
	files: [{name: 'AGENTS.md', by: 'project', size: 1200, bytes: 1200, digest: 'x'}],
	notes: [],
	standing: 'trusted',
};

const known: State = {
	...emptyState,
	session: {
		...emptyState.session,
		version: '1.2.3',
		cwd: '/home/me/demo',
		provider: 'openai',
		model: 'gpt-5',
	},
};
const early: State = {...emptyState, session: {...emptyState.session, version: '1.2.3'}};

function handlesOf(
	state: State,
	{branch = 'main' as string | null, look = paint, offer = null as RunningOffer | null} = {},
) {
	return testHandles(
		{
			store: {state: () => state, subscribe: () => () => {}},
			ui: always({...initialUiState, branch, offer}),
		},
		{columns: 120, rows: 40, paint: look},
	);
}

describe('an empty transcript', () => {
	it('says which program this is, where, with which model, and what to try', () => {
		const text = drawnText(<StartCard {...large} />, handlesOf(known));
		expect(text).toMatch(/^agent-tui 1\.2\.3$/m);
		expect(text).toMatch(/^folder +\/home\/me\/demo \(main\)$/m);
		expect(text).toMatch(/^model +openai\/gpt-5$/m);
		expect(text).toMatch(/^try +what is in this folder\? +a card asks before anything runs$/m);
	});

	it('says where commands run, and that no sandbox holds them, in the smallest card too', () => {
		for (const size of [large, {width: 56, height: 12}]) {
			const text = drawnText(<StartCard {...size} />, handlesOf(known));
			expect(text).toMatch(/^runs +on this machine, no sandbox: a card asks first$/m);
		}
		const current = 'web' as HostId;
		const away = {...known, hops: {...known.hops, current}};
		const text = drawnText(<StartCard {...large} />, handlesOf(away));
		expect(text).toMatch(/^runs +on web, no sandbox: a card asks first$/m);
	});

	it('says how many sessions wait elsewhere, and the key that goes to the first', () => {
		const elsewhere = {session: 'x' as SessionId, name: 'deploy\nnow', others: 0, key: 'Ctrl+X g'};
		const text = (others: number, width = 100) => {
			const ui = always({...initialUiState, elsewhere: {...elsewhere, others}});
			return drawnText(<StartCard {...large} width={width} />, testHandles({ui}));
		};
		expect(text(0)).toMatch(/^A session waits for you elsewhere: Ctrl\+X g goes to deploy now$/m);
		expect(text(2)).toMatch(/^3 sessions wait for you elsewhere: Ctrl\+X g goes to deploy now$/m);
		expect(text(2, 60)).toMatch(/^3 sessions wait for you elsewhere: Ctrl\+X g goes to deploy …$/m);
	});

	it('says which files instruct the model', () => {
		const state = {...known, project: {...known.project, facts: project}};
		expect(drawnText(<StartCard {...large} />, handlesOf(state))).toMatch(/^reads +.*AGENTS\.md/m);
	});

	it.each([
		[100, 30],
		[60, 14],
		[58, 8],
		[40, 5],
	])(
		'names the session that runs here, in %d columns and %d rows, and the key',
		(width, height) => {
			const offer: RunningOffer = {
				session: 's' as SessionId,
				name: `deploy\n\u001B[2J${'x'.repeat(200)}`,
				isWaiting: true,
				others: 1,
				since: 0,
			};
			const rows = drawnRows(
				<StartCard width={width} height={height} />,
				handlesOf(known, {offer}),
			);
			expect(rows.at(-1)).toContain('Enter goes to the session that waits');
			expect(width < 80 || rows.at(-1)?.includes('and 1 more: deploy')).toBe(true);
			expect(rows.length).toBeLessThanOrEqual(height);
			expect(rows.every(row => styledWidth(row) <= width)).toBe(true);
		},
	);

	it.each([
		[100, 30],
		[70, 11],
		[56, 11],
		[55, 30],
		[80, 5],
		[40, 10],
	])(
		'looks in %d columns and %d rows as in the first frame, so that nothing moves',
		(width, height) => {
			const handles = handlesOf({...early, session: {...early.session, version: ''}});
			const drawn = drawnRows(<StartCard width={width} height={height} />, handles);
			const painted = startRows('', {width, height}, paint);
			const seen = (rows: readonly string[]) =>
				rows.map(row => styledClusters(row).filter(({text}) => text !== ' '));
			expect(drawn.map(row => unstyled(row).trimEnd())).toEqual(
				painted.map(row => unstyled(row).trimEnd()),
			);
			expect(seen(drawn)).toEqual(seen(painted));
		},
	);

	it.each([
		[100, 30],
		[56, 12],
		[55, 30],
		[80, 5],
		[40, 10],
		[20, 3],
	])('stays within %d columns and %d rows', (width, height) => {
		const session = {...known.session, cwd: `/${'deep/漢字/'.repeat(40)}`};
		const handles = handlesOf({...known, session}, {branch: '\u001B[31mx\nb'});
		const rows = drawnRows(<StartCard width={width} height={height} />, handles);
		expect(rows.length).toBeLessThanOrEqual(height);
		expect(rows.every(row => styledWidth(row) <= width)).toBe(true);
	});

	it('needs no more than ASCII in the ascii theme', () => {
		const plain = createPaint(builtInThemes.find(({ascii}) => ascii)!, 0);
		const text = drawnText(<StartCard {...large} />, handlesOf(known, {look: plain}));
		expect(text).toMatch(/^[ -~\n]*$/);
	});
});
