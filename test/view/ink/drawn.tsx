import {cleanup, render} from 'ink-testing-library';
import type {ReactNode} from 'react';
import {onTestFinished} from 'vitest';
import type {Live} from '../../../source/events/live.ts';
import {emptyMeter} from '../../../source/events/meter.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {padTo} from '../../../source/text/width.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import type {ViewHandles} from '../../../source/view/handles.ts';
import {HandlesContext} from '../../../source/view/hooks.ts';
import {DrawingContext} from '../../../source/view/ink/drawing.ts';
import {createStandIns} from '../../../source/view/ink/stand-ins.ts';
import {layOut} from '../../../source/view/layout.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const noIncidents = {
	incidents: [],
	patterns: 0,
	isOn: true,
	diagnoses: {thisMonth: 0, tokens: 0, costUsd: 0},
};

/** A value that does not change. */
export function always<Value>(value: Value): Live<Value> {
	return {snapshot: () => value, subscribe: () => () => {}};
}

/** What components reach, of a quiet screen, unless the test says otherwise. */
export function testHandles(
	own: Partial<ViewHandles> = {},
	{columns = 80, rows = 24, paint = createPaint(builtInThemes[0]!, 0)} = {},
): ViewHandles {
	const layout = layOut({
		columns,
		rows,
		focus: 'chat',
		zoomed: false,
		sides: [],
		folded: [],
		share: null,
		composerRows: 1,
		cardRows: 0,
	});
	const ui = initialUiState;
	const status = {
		state: emptyState,
		ui,
		now: 0,
		columns,
		flash: '',
		leader: false,
		seeking: null,
		isProxySilent: false,
		reading: null,
		dots: null,
		hidden: [],
	};
	return {
		store: {state: () => emptyState, subscribe: () => () => {}},
		ui: always(ui),
		meter: always(emptyMeter),
		incidents: always(noIncidents),
		workers: always({isConfigured: false, list: []}),
		look: always({columns, rows, paint}),
		layout: always(layout),
		layoutWithTerminal: () => layout,
		places: {put() {}},
		cardDrawn() {},
		status: always(status),
		hesitates: always(false),
		keymap: createKeymap({}).keymap,
		clock: fakeClock(),
		commands: [],
		...own,
	};
}

const columnsMax = 400;

/** What Ink makes of a component: its rows with their styles. */
export function openDrawn(element: ReactNode, handles = testHandles()) {
	const {encode, decode} = createStandIns();
	const {paint} = handles.look.snapshot();
	const around = (child: ReactNode) => (
		<HandlesContext value={handles}>
			<DrawingContext value={{paint, encode}}>{child}</DrawingContext>
		</HandlesContext>
	);
	const ink = render(<></>);
	// The library's screen has 100 columns, and what is wider would lose cells.
	Object.defineProperty(ink.stdout, 'columns', {value: columnsMax});
	ink.rerender(around(element));
	onTestFinished(cleanup);
	return {
		rows: () => (ink.lastFrame() ?? '').split('\n').map(decode),
		frames: ink.frames,
		redraw: (next: ReactNode) => ink.rerender(around(next)),
		close: ink.unmount,
	};
}

export function drawnRows(element: ReactNode, handles?: ViewHandles): readonly string[] {
	const ink = openDrawn(element, handles);
	const rows = ink.rows();
	ink.close();
	return rows;
}

/** The same without styles, each row as wide as it is asked to be. */
export function drawnText(element: ReactNode, handles?: ViewHandles, width = 0): string {
	return drawnRows(element, handles)
		.map(row => padTo(unstyled(row), width))
		.join('\n');
}
