import type {ActionRecord} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {withPane} from '../ui-state/ui-state.ts';
import {
	forSidePanes,
	type Pane,
	paneNames,
	panes,
	type SidePane,
	sideOf,
	sidePanes,
	type ToggledPane,
} from './panes.ts';

/** Gives an action the same chords in each pane beside the chat. */
export function inSidePanes(
	...chords: readonly string[]
): Readonly<Record<SidePane, readonly string[]>> {
	return forSidePanes(() => chords);
}

/** Makes for each pane beside the chat the action that focuses it. */
export function focusSidePanes(): Readonly<Record<`focus-${SidePane}`, ActionRecord>> {
	const records = sidePanes.map(pane => {
		const {goTo: words, leaderKey} = sideOf(pane);
		const number = paneNames.indexOf(pane) + 1;
		const record: ActionRecord = {
			words,
			keys: {global: [`alt+${number}`], leader: [String(number), leaderKey]},
			brief: {leader: pane},
			isOffered: true,
			run: tools => goTo(tools, pane),
		};
		return [`focus-${pane}`, record] as const;
	});
	return Object.fromEntries(records) as Record<`focus-${SidePane}`, ActionRecord>;
}

/** Makes for each pane with a `toggle` the action that opens or closes it. */
export function toggleSidePanes(): Readonly<Record<TogglePane, ActionRecord>> {
	const records = sidePanes.flatMap(pane => {
		const {toggle} = sideOf(pane);
		if (!toggle) {
			return [];
		}
		const {words, leaderKey, brief} = toggle;
		const record: ActionRecord = {
			words,
			keys: {leader: [leaderKey]},
			brief: {leader: brief},
			isOffered: true,
			run: tools => togglePane(tools, pane),
		};
		return [[`toggle-${pane}`, record]];
	});
	return Object.fromEntries(records) as Record<TogglePane, ActionRecord>;
}

/**
 * Opens or closes a pane. If it was visible only because it has the focus, closing it moves the
 * focus to the chat.
 */
function togglePane({ui, change, perform}: InputTools, pane: SidePane): void {
	const {focus, openPanes} = ui();
	const isOpen = openPanes[pane] !== undefined || focus === pane;
	change({openPanes: withPane(openPanes, pane, isOpen ? null : 'opened')});
	if (isOpen && focus === pane) {
		perform({type: 'focus', pane: 'chat'});
	}
}

type TogglePane = `toggle-${ToggledPane}`;

export function goTo(tools: InputTools, pane: Pane): void {
	tools.perform({type: 'focus', pane});
}

/** The next pane after the focused one that is not empty. */
export function nextPane(tools: InputTools): Pane {
	const state = tools.store.state();
	const order = paneNames.filter(pane => !panes[pane].isEmpty(state));
	return order[(order.indexOf(tools.ui().focus) + 1) % order.length] ?? 'chat';
}
