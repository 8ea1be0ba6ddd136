import type {View} from '../../view/open-view.ts';
import type {Pane} from '../../view/panes/panes.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import type {Booted} from './boot.ts';

type Ports = Pick<FrontEndSession, 'setSize'> & {readonly booted: Pick<Booted, 'output'>};

/**
 * Tells the engine the size of the terminal pane, so that new terminals start at the size at which
 * they will be shown.
 */
export function keepPaneSize(ports: Ports, {handles}: View): void {
	const follow = () => tellSize(ports, handles, handles.ui.snapshot().focus);
	follow();
	handles.look.subscribe(follow);
	handles.layout.subscribe(follow);
}

export function tellSize(
	{booted: {output}, setSize}: Ports,
	{layoutWithTerminal}: Pick<View['handles'], 'layoutWithTerminal'>,
	focus: Pane,
): void {
	const layout = layoutWithTerminal(focus);
	const inner = layout.type === 'panes' ? layout.terminal?.inner : undefined;
	if (inner) {
		setSize(
			{columns: output.columns, rows: output.rows},
			{columns: inner.width, rows: inner.height},
		);
	}
}
