import {render} from 'ink-testing-library';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {MessageId} from '../../source/events/ids.ts';
import {createEmitter} from '../../source/events/live.ts';
import {unstyled} from '../../source/text/styled.ts';
import {createPlaces} from '../../source/view/ink/places.ts';
import {createStandIns} from '../../source/view/ink/stand-ins.ts';
import {type Layout, type LayoutInput, layOut} from '../../source/view/layout.ts';
import {paneNames, sidePanes} from '../../source/view/panes/panes.ts';
import {Root} from '../../source/view/root.tsx';
import {always, testHandles} from './ink/drawn.tsx';
import {createRandom} from './markdown/fixture.ts';

const quiet: LayoutInput = {
	columns: 80,
	rows: 24,
	focus: 'chat',
	zoomed: false,
	sides: [],
	folded: [],
	share: null,
	composerRows: 1,
	cardRows: 0,
};

/** The whole screen on a layout that the test changes; its conversation has begun. */
function openRoot(input: Partial<LayoutInput>) {
	const changed = createEmitter();
	let layout = layOut({...quiet, ...input});
	const source = {subscribe: changed.subscribe, snapshot: () => layout};
	const places = createPlaces(source);
	const {columns, rows} = {...quiet, ...input};
	const base = testHandles({}, {columns, rows});
	const state = base.store.state();
	const queue = [{id: 'queued' as MessageId, text: 'hi', how: 'queue'}] as const;
	const chat = {...state.chat, queue};
	const store = {...base.store, state: () => ({...state, chat})};
	const {encode, decode} = createStandIns();
	const handles = {...base, store, layout: source, places};
	const ink = render(<Root handles={handles} encode={encode} />);
	onTestFinished(ink.unmount);
	return {
		places: places.snapshot,
		layout: () => layout,
		text: () => (ink.lastFrame() ?? '').split('\n').map(row => unstyled(decode(row))),
		change(next: Partial<LayoutInput>) {
			layout = layOut({...quiet, ...input, ...next});
			changed.emit();
		},
	};
}

function computed(layout: Layout) {
	if (layout.type !== 'panes') {
		return {};
	}
	const {chat, terminal} = layout;
	return {
		...(chat && chat.transcript.outer.height > 0 && {transcript: chat.transcript.outer}),
		...(chat && {composer: chat.composer.outer}),
		...(terminal && {terminal: terminal.outer}),
	};
}

describe('the boxes of Ink', () => {
	it('tell the compositor the places that the layout has computed, on any screen', () => {
		const random = createRandom(7);
		const pick = <Value,>(list: readonly Value[]) => list[random(list.length)]!;
		for (let round = 0; round < 25; round += 1) {
			const sides = pick([[], ['terminal'], ['monitor'], sidePanes] as const);
			const root = openRoot({
				columns: 40 + random(200),
				rows: 10 + random(70),
				focus: pick(paneNames),
				zoomed: random(4) === 0,
				sides,
				folded: random(2) === 0 ? sides.filter(pane => pane === 'monitor') : [],
				share: pick([null, 0.3, 0.6]),
				composerRows: random(8),
				cardRows: random(20),
			});
			expect(root.places()).toEqual(computed(root.layout()));
		}
	});

	it('follow a change of the layout, and a pane that goes takes its place with it', async () => {
		const root = openRoot({columns: 160, rows: 40, sides: ['terminal']});
		expect(root.places().terminal).toBeDefined();
		root.change({composerRows: 5, cardRows: 9});
		await expect.poll(root.places).toEqual(computed(root.layout()));
		root.change({sides: []});
		await expect.poll(root.places).toEqual(computed(root.layout()));
		expect(root.places().terminal).toBeUndefined();
	});

	it('leave all of a screen that is too small to a sentence', () => {
		const root = openRoot({columns: 30, rows: 8});
		expect(root.places()).toEqual({});
		expect(root.text().join(' ')).toMatch(/30x8 is too small\. Make the window +at least 40x10\./);
	});
});

describe('before Ink has been loaded', () => {
	it('the panes stand where the layout has them', () => {
		const layout = layOut({...quiet, sides: ['terminal'], columns: 160, rows: 40});
		expect(createPlaces(always(layout)).snapshot()).toEqual(computed(layout));
	});
});
