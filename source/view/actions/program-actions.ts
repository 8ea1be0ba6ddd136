import {localHost} from '../../events/ids.ts';
import type {KeyPress} from '../../keys/key.ts';
import {runningCalls} from '../../state/select.ts';
import type {State, TerminalRecord} from '../../state/state.ts';
import {giveBack, unlessEditing} from '../cards/edit-context.ts';
import {clearDraft} from '../composer/composer-actions.ts';
import {focusCard} from '../input/card-focus.ts';
import {isInChat} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import {
	forSidePanes,
	type Pane,
	paneNames,
	panes,
	type SidePane,
	sideOf,
	sidePanes,
	type ToggledPane,
} from '../panes/panes.ts';
import {endSelection} from '../terminal/terminal-select.ts';
import {withPane} from '../ui-state/ui-state.ts';
import type {ActionRecord, ActionTable} from './action.ts';
import {focusStack} from './focus.ts';
import {quit, quitIfSure} from './quit.ts';

/** Actions of the whole program, known in every pane. */
export const programActions = {
	help: {
		words: 'Help for the keys that work here',
		keys: {composer: ['?'], browse: ['?'], ...inSidePanes('?'), leader: ['?', 'h']},
		brief: {leader: 'help'},
		isOffered: true,
		run: helpUnlessTyping,
	},
	palette: {
		words: 'Command palette',
		keys: {global: ['ctrl+p'], leader: ['p']},
		brief: {leader: 'all commands'},
		run: ({perform}) => perform({type: 'open-overlay', overlay: {type: 'palette'}}),
	},
	leader: {
		words: 'Leader: the next key chooses',
		keys: {},
		run: {global: ({change}) => change({leader: true, keysLost: null})},
	},
	interrupt: {
		words: 'Stop what runs; press twice to quit when idle',
		keys: {global: ['ctrl+c'], leader: ['ctrl+c']},
		brief: {leader: 'stop'},
		run: {composer: clearDraft, edit: giveBack, global: interrupt},
	},
	redraw: {
		words: 'Draw the screen again',
		keys: {global: ['ctrl+l'], leader: ['l']},
		brief: {leader: 'draw again'},
		isOffered: true,
		run: ({system}) => system.redraw(),
	},
	suspend: {
		words: 'Suspend to the shell',
		keys: {global: ['ctrl+z']},
		run: ({system}) => system.suspend(),
	},
	'focus-chat': {
		words: 'Go to the chat',
		keys: {
			global: ['alt+1'],
			...inSidePanes('escape', 'q'),
			leader: ['1', 'c'],
		},
		brief: {leader: 'chat'},
		isOffered: true,
		run: {
			terminal: tools => endSelection(tools) || goTo(tools, 'chat'),
			global: tools => goTo(tools, 'chat'),
		},
	},
	...focusSidePanes(),
	'focus-next': {
		words: 'Go to the next pane',
		keys: {global: ['shift+tab'], leader: ['tab', 'o']},
		brief: {leader: 'next pane'},
		run: tools => goTo(tools, nextPane(tools)),
	},
	'focus-card': {
		words: 'Go to the waiting card',
		keys: {global: ['alt+a'], leader: ['a']},
		brief: {leader: 'waiting card'},
		isOffered: true,
		unless: tools =>
			tools.ui().card.call === null ? 'No card waits for an answer.' : unlessEditing(tools),
		run: goToCard,
	},
	zoom: {
		words: 'Give the focused pane the whole screen, or back',
		keys: {...inSidePanes('z'), leader: ['z']},
		brief: {leader: 'whole screen'},
		isOffered: true,
		run: ({perform}) => perform({type: 'zoom'}),
	},
	...toggleSidePanes(),
	'toggle-mouse': {
		words: 'Mouse on or off',
		keys: {leader: ['s']},
		brief: {leader: 'mouse'},
		isOffered: true,
		run: ({perform}) => perform({type: 'toggle-mouse'}),
	},
	'undo-change': {
		words: 'Bring back the file that was changed last',
		keys: {leader: ['u']},
		brief: {leader: 'undo file change'},
		run: ({perform}) => perform({type: 'undo-change'}),
	},
	'restart-proxy': {
		words: 'Restart the proxy',
		keys: {monitor: ['R'], leader: ['R']},
		brief: {leader: 'restart proxy'},
		isOffered: true,
		run: ({perform}) => perform({type: 'restart-proxy'}),
	},
	'retry-hops': {
		words: 'Try connections that are lost now',
		keys: {leader: ['j']},
		brief: {leader: 'retry hosts'},
		isOffered: true,
		run: ({perform}) => perform({type: 'retry-hop', host: null}),
	},
	detach: {
		words: 'Leave this session running, and go',
		keys: {leader: ['d']},
		brief: {leader: 'detach'},
		isOffered: true,
		run: ({perform}) => perform({type: 'detach'}),
	},
	quit: {
		words: 'Quit',
		keys: {leader: ['q']},
		brief: {leader: 'quit'},
		isOffered: true,
		run: quit,
	},
} as const satisfies ActionTable;

/** The same chords in each pane beside the chat. */
function inSidePanes(...chords: readonly string[]): Readonly<Record<SidePane, readonly string[]>> {
	return forSidePanes(() => chords);
}

/** For each pane beside the chat the action that goes there. */
function focusSidePanes(): Readonly<Record<`focus-${SidePane}`, ActionRecord>> {
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

/** The action that opens or closes a pane, for each pane that has a `toggle`. */
function toggleSidePanes(): Readonly<Record<TogglePane, ActionRecord>> {
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

/** A pane can be open only because it has the focus; closing it then moves the focus to the chat. */
function togglePane({ui, change, perform}: InputTools, pane: SidePane): void {
	const {focus, openPanes} = ui();
	const isOpen = openPanes[pane] !== undefined || focus === pane;
	change({openPanes: withPane(openPanes, pane, isOpen ? null : 'opened')});
	if (isOpen && focus === pane) {
		perform({type: 'focus', pane: 'chat'});
	}
}

type TogglePane = `toggle-${ToggledPane}`;

function interrupt(tools: InputTools): void {
	if (tools.store.state().chat.turn) {
		stopTurn(tools);
	} else {
		quitIfSure(tools, 'Press Ctrl+C again to quit.');
	}
}

/** Interrupts the turn, and says that programs in terminals keep running. */
function stopTurn(tools: InputTools): void {
	const state = tools.store.state();
	const asked = askedHosts(state);
	const running = terminalsThatGoOn(state);
	const still = running.map(terminal => terminal.title).join(', ');
	tools.perform({type: 'interrupt'});
	const queued = state.chat.queue.filter(({how}) => how === 'queue').length;
	tools.flash(
		[
			asked === '' ? 'Stopped.' : `Asked ${asked} to stop.`,
			...(queued > 0 ? [`${queued} queued: Enter sends, Alt+Up takes back.`] : []),
			...(still === '' ? [] : [`Still running: ${still}`]),
		].join(' '),
		({terminals}) =>
			running.every(({id}) => terminals.some(one => one.id === id && one.ended === null)),
	);
}

/** Another machine has to confirm that it has stopped something; the call's card says so. */
function askedHosts(state: State): string {
	const hosts = runningCalls(state).map(({host}) => host);
	return [...new Set(hosts.filter(host => host !== localHost))].join(', ');
}

/** An interrupt ends the command of a `run_in_terminal`; what runs in other terminals goes on. */
function terminalsThatGoOn(state: State): readonly TerminalRecord[] {
	const ending = new Set(
		runningCalls(state)
			.filter(({tool}) => tool === 'run_in_terminal')
			.map(({terminal}) => terminal),
	);
	return state.terminals.filter(({id, ended}) => ended === null && !ending.has(id));
}

/** Back to the chat; in the chat, it stops what runs. */
export function leaveOrStop(tools: InputTools): void {
	const {chat} = tools.store.state();
	if (tools.ui().focus !== 'chat') {
		tools.perform({type: 'focus', pane: 'chat'});
	} else if (chat.turn) {
		stopTurn(tools);
	}
}

function goTo(tools: InputTools, pane: Pane): void {
	tools.perform({type: 'focus', pane});
}

function nextPane(tools: InputTools): Pane {
	const state = tools.store.state();
	const order = paneNames.filter(pane => !panes[pane].isEmpty(state));
	return order[(order.indexOf(tools.ui().focus) + 1) % order.length] ?? 'chat';
}

function goToCard(tools: InputTools): void {
	const {card} = tools.ui();
	tools.perform({type: 'focus', pane: 'chat'});
	tools.change({mode: 'compose', card: focusCard(card, tools.clock.elapsed())});
}

/** Within a sentence, a question mark is text. */
function helpUnlessTyping(tools: InputTools, key: KeyPress | null): boolean {
	const ui = tools.ui();
	if (key !== null && isInChat(ui) && ui.composer.draft.text !== '') {
		return false;
	}
	const first = focusStack(tools).flatMap(({keys}) => (keys && keys !== 'global' ? [keys] : []));
	tools.perform({type: 'open-overlay', overlay: {type: 'help', first}});
	return true;
}
