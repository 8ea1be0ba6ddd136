import type {Action, Context} from '../../keys/actions.ts';
import {chordOf, type Input, type KeyPress} from '../../keys/key.ts';
import type {Timer} from '../../platform/clock.ts';
import {questionOf, waitingCards} from '../cards/waiting-cards.ts';
import type {Intent} from '../ui-state/intent.ts';
import {followCalls, leaveCard} from './card-focus.ts';
import {createCardHandler} from './card-handler.ts';
import {createCardReturn, isNobodyTyping} from './card-return.ts';
import {createComposerHandler} from './composer-handler.ts';
import {createEditHandler} from './edit-handler.ts';
import {createGlobalHandler} from './global-handler.ts';
import type {InputPorts} from './input-ports.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {
	createKeyboardWatch,
	createLostKeysHandler,
	endsLoss,
	heldTerminal,
} from './keyboard-loss.ts';
import {createLineHandler} from './line-handler.ts';
import {createMouseHandler} from './mouse-handler.ts';
import {createOverlayHandler} from './overlay-handler.ts';
import {createPaneHandler} from './pane-handler.ts';
import {createQuestionHandler} from './question-handler.ts';
import {createSecretHandler} from './secret-handler.ts';
import {createTerminalHandler} from './terminal-handler.ts';
import {performIntent} from './ui-intents.ts';

export type InputSource = {
	/** Handles every key, mouse event and paste. */
	readonly handle: (input: Input) => void;
	/** Performs an intent that comes from no key, e.g. from a dialog's answer. */
	readonly apply: (intent: Intent) => void;
	readonly close: () => void;
};

const flashShownMs = 4000;

/** Decides where each key goes: taken-over terminal, leader, overlay, card, line, pane, composer. */
export function createInput(ports: InputPorts): InputSource {
	const {change, snapshot: ui} = ports.uiStore;
	let flashTimer: Timer | null = null;
	const flash = (text: string) => {
		flashTimer?.cancel();
		flashTimer = ports.clock.after(flashShownMs, () => change({flash: ''}));
		change({flash: text});
	};
	const follow = () => {
		followCards(tools);
		keyboard.follow();
		cardReturn.watch();
	};
	const apply = (intent: Intent) => {
		const {focus, overlay} = ui();
		performIntent(tools, intent);
		// Focus and overlay decide whether a card or a program gets the keyboard.
		if (ui().focus !== focus || ui().overlay !== overlay) {
			follow();
		}
	};
	const tools: InputTools = {
		...ports,
		ui,
		change,
		flash,
		perform(intent) {
			keyboard.wished(intent);
			apply(intent);
		},
		moved: () => change({viewVersion: ui().viewVersion + 1}),
		act: action => actOrSay(tools, handlers, action),
	};
	const keyboard = createKeyboardWatch(tools);
	const handlers = createAllHandlers(tools);
	const cardReturn = createCardReturn(tools);
	const unsubscribe = ports.store.subscribe(follow);
	return {
		apply,
		close() {
			flashTimer?.cancel();
			cardReturn.close();
			unsubscribe();
		},
		handle(input) {
			handleInput(tools, handlers, input);
			cardReturn.touched();
		},
	};
}

type AllHandlers = {
	readonly current: () => KeyHandler;
	readonly composer: KeyHandler;
	readonly global: Pick<KeyHandler, 'act'>;
	readonly mouse: ReturnType<typeof createMouseHandler>;
};

function createAllHandlers(tools: InputTools): AllHandlers {
	const composer = createComposerHandler(tools);
	const overlay = createOverlayHandler(tools);
	const card = createCardHandler(tools, composer);
	const line = createLineHandler(tools, composer);
	const edit = createEditHandler(tools, composer);
	const secret = createSecretHandler(tools);
	const question = createQuestionHandler(tools);
	const pane = createPaneHandler(tools);
	const terminal = createTerminalHandler(tools);
	const lost = createLostKeysHandler(tools);
	return {
		composer,
		global: createGlobalHandler(tools, composer),
		mouse: createMouseHandler(tools),
		current() {
			const {mode, card: shown, focus, overlay: dialog, keysLost} = tools.ui();
			if (keysLost) {
				return lost;
			}
			if (dialog) {
				return overlay;
			}
			if (mode === 'secret') {
				return secret;
			}
			if (heldTerminal(tools.store.state(), tools.ui()) !== null) {
				return terminal;
			}
			if (mode === 'edit' || mode === 'rule') {
				return edit;
			}
			if (mode === 'search' || mode === 'reason' || mode === 'history') {
				return line;
			}
			if (focus !== 'chat' || mode === 'browse') {
				return pane;
			}
			return !shown.focused ? composer : asksForSecret(tools) ? question : card;
		},
	};
}

function asksForSecret({store, ui}: InputTools): boolean {
	return questionOf(store.state(), ui().card.call)?.type === 'secret';
}

function handleInput(tools: InputTools, handlers: AllHandlers, input: Input): void {
	switch (input.type) {
		case 'key':
			return handleKey(tools, handlers, input);
		case 'paste':
			return handlers.current().paste(input.text, input.raw);
		case 'mouse':
			if (input.action === 'press' && tools.ui().keysLost) {
				tools.change({keysLost: null});
			}
			return handlers.current().point?.(input) ? undefined : handlers.mouse(input);
		case 'focus':
			handlers.current().point?.(input);
			return;
		default:
			return;
	}
}

function handleKey(tools: InputTools, handlers: AllHandlers, key: KeyPress): void {
	const {keymap} = tools;
	const chord = chordOf(key);
	if (tools.ui().leader) {
		tools.change({leader: false});
		const action = keymap.resolve(['leader'], chord);
		if (action && action !== 'cancel') {
			actOrSay(tools, handlers, action);
		}
		return;
	}
	if (endsLoss(tools, key)) {
		tools.change({keysLost: null});
		// In a pane Esc only returns to the chat.
		if (tools.ui().focus !== 'chat' || tools.ui().overlay) {
			return;
		}
	}
	const current = handlers.current();
	const contexts: readonly Context[] = [
		...current.contexts(),
		...(current.takesEverything ? [] : (['global'] as const)),
	];
	const action = keymap.resolve(contexts, chord);
	if (action === 'leader') {
		tools.change({leader: true, keysLost: null});
	} else if (!action || !(current.act(action, key) || handlers.global.act(action, key))) {
		current.type(key);
	}
}

function actOrSay(tools: InputTools, handlers: AllHandlers, action: Action): void {
	const key = null;
	if (!handlers.global.act(action, key) && !handlers.current().act(action, key)) {
		tools.flash('That does nothing here.');
	}
}

/** Cards come and go with the store; a card takes the keyboard only when nobody types. */
function followCards(tools: InputTools): void {
	const {ui, store, clock, change} = tools;
	const {card, composer, mode} = ui();
	const state = store.state();
	const next = followCalls(card, {
		waiting: waitingCards(state),
		now: clock.elapsed(),
		isNobodyTyping: isNobodyTyping(tools),
	});
	if (next !== card) {
		// An answer typed for one question must not reach the next one.
		change({card: next, ...(mode !== 'secret' && {hiddenLength: 0, answer: ''})});
	} else if (card.focused && composer.draft.text !== '' && mode === 'compose') {
		change({card: leaveCard(card)});
	}
}
