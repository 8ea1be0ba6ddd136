import type {Intent} from '../../events/intent.ts';
import {createEmitter, type Live} from '../../events/live.ts';
import type {Action, Context} from '../../keys/actions.ts';
import {chordOf, type Input, type KeyPress} from '../../keys/key.ts';
import type {Timer} from '../../platform/clock.ts';
import {questionOf, waitingCards} from '../cards/waiting-cards.ts';
import {followCalls, leaveCard} from './card-focus.ts';
import {createCardHands} from './card-hands.ts';
import {areHandsFree, createCardReturn} from './card-return.ts';
import {createComposerHands} from './composer-hands.ts';
import {openComposer} from './composer-state.ts';
import {type DeskState, initialDesk, listOf} from './desk-state.ts';
import {createEditHands} from './edit-hands.ts';
import {createGlobalHands} from './global-hands.ts';
import type {DeskTools, Hands} from './hands.ts';
import {createKeyboardWatch, createLostHands, endsLoss, heldTerminal} from './keyboard-loss.ts';
import {createLineHands} from './line-hands.ts';
import {createMouseHands} from './mouse-hands.ts';
import {createOverlayHands} from './overlay-hands.ts';
import {createPaneHands} from './pane-hands.ts';
import type {DeskPorts} from './ports.ts';
import {createQuestionHands} from './question-hands.ts';
import {createSecretHands} from './secret-hands.ts';
import {createTerminalHands} from './terminal-hands.ts';
import {performOnDesk} from './wishes.ts';

export type Desk = Live<DeskState> & {
	/** Everything that the keyboard, the mouse or a paste says goes through here. */
	readonly handle: (input: Input) => void;
	readonly perform: (intent: Intent) => void;
	readonly close: () => void;
};

const flashShownMs = 4000;

/** Decides where each key goes: taken-over terminal, leader, overlay, card, line, pane, composer. */
export function createDesk(ports: DeskPorts): Desk {
	const emitter = createEmitter();
	let state: DeskState = {
		...initialDesk,
		composer: openComposer({entries: ports.history, vim: ports.vim}),
	};
	let flashTimer: Timer | null = null;
	const change = (part: Partial<DeskState>) => {
		state = {...state, ...part};
		emitter.emit();
	};
	const flash = (text: string) => {
		flashTimer?.cancel();
		flashTimer = ports.clock.after(flashShownMs, () => change({flash: ''}));
		change({flash: text});
	};
	const tools: DeskTools = {
		...ports,
		desk: () => state,
		change,
		flash,
		wish(intent) {
			watch.wished(intent);
			performOnDesk(tools, intent);
		},
		moved: () => change({viewVersion: state.viewVersion + 1}),
		act: action => actOrSay(tools, hands, action),
	};
	const watch = createKeyboardWatch(tools);
	const hands = createAllHands(tools);
	const cardReturn = createCardReturn(tools);
	const unsubscribe = ports.store.subscribe(() => {
		followStore(tools);
		watch.follow();
		cardReturn.watch();
	});
	return {
		subscribe: emitter.subscribe,
		snapshot: () => state,
		perform: tools.wish,
		close() {
			flashTimer?.cancel();
			cardReturn.close();
			unsubscribe();
		},
		handle(input) {
			handleInput(tools, hands, input);
			cardReturn.touched();
		},
	};
}

type AllHands = {
	readonly current: () => Hands;
	readonly composer: Hands;
	readonly global: Pick<Hands, 'act'>;
	readonly mouse: ReturnType<typeof createMouseHands>;
};

function createAllHands(tools: DeskTools): AllHands {
	const composer = createComposerHands(tools);
	const overlay = createOverlayHands(tools);
	const card = createCardHands(tools, composer);
	const line = createLineHands(tools, composer);
	const edit = createEditHands(tools, composer);
	const secret = createSecretHands(tools);
	const question = createQuestionHands(tools);
	const pane = createPaneHands(tools);
	const terminal = createTerminalHands(tools);
	const lost = createLostHands(tools);
	return {
		composer,
		global: createGlobalHands(tools, composer),
		mouse: createMouseHands(tools),
		current() {
			const {screen} = tools.store.state();
			const {mode, card: shown, keysLost} = tools.desk();
			if (keysLost) {
				return lost;
			}
			if (screen.overlay) {
				return overlay;
			}
			if (mode === 'secret') {
				return secret;
			}
			if (heldTerminal(tools.store.state()) !== null) {
				return terminal;
			}
			if (mode === 'edit' || mode === 'rule') {
				return edit;
			}
			if (mode === 'search' || mode === 'reason' || mode === 'history') {
				return line;
			}
			if (screen.focus !== 'chat' || mode === 'browse') {
				return pane;
			}
			return !shown.focused ? composer : asksForSecret(tools) ? question : card;
		},
	};
}

function asksForSecret({store, desk}: DeskTools): boolean {
	return questionOf(store.state(), desk().card.call)?.type === 'secret';
}

function handleInput(tools: DeskTools, hands: AllHands, input: Input): void {
	switch (input.type) {
		case 'key':
			return handleKey(tools, hands, input);
		case 'paste':
			return hands.current().paste(input.text, input.raw);
		case 'mouse':
			if (input.action === 'press' && tools.desk().keysLost) {
				tools.change({keysLost: null});
			}
			return hands.current().point?.(input) ? undefined : hands.mouse(input);
		case 'focus':
			hands.current().point?.(input);
			return;
		default:
			return;
	}
}

function handleKey(tools: DeskTools, hands: AllHands, key: KeyPress): void {
	const {keymap} = tools;
	const chord = chordOf(key);
	if (tools.desk().leader) {
		tools.change({leader: false});
		const action = keymap.resolve(['leader'], chord);
		if (action && action !== 'cancel') {
			actOrSay(tools, hands, action);
		}
		return;
	}
	if (endsLoss(tools, key)) {
		tools.change({keysLost: null});
		// In a pane Esc means this and nothing more.
		if (tools.store.state().screen.focus !== 'chat' || tools.store.state().screen.overlay) {
			return;
		}
	}
	const current = hands.current();
	const contexts: readonly Context[] = [
		...current.contexts(),
		...(current.takesEverything ? [] : (['global'] as const)),
	];
	const action = keymap.resolve(contexts, chord);
	if (action === 'leader') {
		tools.change({leader: true, keysLost: null});
	} else if (!action || !(current.act(action, key) || hands.global.act(action, key))) {
		current.type(key);
	}
}

function actOrSay(tools: DeskTools, hands: AllHands, action: Action): void {
	const key = null;
	if (!hands.global.act(action, key) && !hands.current().act(action, key)) {
		tools.flash('That does nothing here.');
	}
}

/** Cards come and go with the store; a card takes the keyboard only from idle hands. */
function followStore(tools: DeskTools): void {
	const {desk, store, clock, change} = tools;
	const {card, composer, mode} = desk();
	const state = store.state();
	const next = followCalls(card, {
		waiting: waitingCards(state),
		now: clock.elapsed(),
		handsFree: areHandsFree(tools),
	});
	const {overlay} = state.screen;
	if (overlay !== desk().overlay) {
		// Whoever opened it, it begins at its top and with no filter.
		change({overlay, ...(overlay && {list: listOf(overlay), pagerTop: 0}), reading: null});
	}
	if (next !== card) {
		// What was typed for one question is no answer to the next.
		change({card: next, ...(mode !== 'secret' && {hiddenLength: 0, answer: ''})});
	} else if (card.focused && composer.draft.text !== '' && mode === 'compose') {
		change({card: leaveCard(card)});
	}
}
