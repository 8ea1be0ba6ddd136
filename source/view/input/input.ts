import {chordOf, type Input, type KeyPress, type MouseMove} from '../../keys/key.ts';
import {actOn, pasteText, point, pressKey} from '../actions/press.ts';
import {createBorderDrag} from '../border-actions.ts';
import {waitingCards} from '../cards/waiting-cards.ts';
import {createSuggester} from '../composer/suggester.ts';
import type {Intent} from '../ui-state/intent.ts';
import {followCalls, leaveCard, noCard} from './card-focus.ts';
import {createCardLoss} from './card-loss.ts';
import {createCardReturn, isNobodyTyping} from './card-return.ts';
import {createFlash} from './flash.ts';
import {createHeldKey} from './held-key.ts';
import {createHiddenText} from './hidden-text.ts';
import type {InputPorts} from './input-ports.ts';
import type {CoreTools, InputTools} from './input-tools.ts';
import {createKeyboardWatch, endsLoss} from './keyboard-loss.ts';
import {createMouseHandler} from './mouse-handler.ts';
import {performIntent} from './ui-intents.ts';

export type InputSource = {
	/** Handles a key, a mouse event or a paste. */
	readonly handle: (input: Input) => void;
	/** Carries out an intent that no key has caused, e.g. a dialog's answer. */
	readonly apply: (intent: Intent) => void;
	readonly close: () => void;
};

/**
 * Passes keys, mouse events and pastes to the contexts that have the focus (actions/focus.ts), and
 * follows the store.
 */
export function createInput(ports: InputPorts): InputSource {
	const {change, snapshot: ui} = ports.uiStore;
	const status = createFlash(ports);
	const follow = () => {
		status.follow();
		followCards(tools);
		keyboard.follow();
		cardReturn.watch();
	};
	const apply = (intent: Intent) => {
		const {focus, overlay} = ui();
		performIntent(tools, intent);
		// A change of focus or overlay may give a card or a program the keyboard, or take it away.
		if (ui().focus !== focus || ui().overlay !== overlay) {
			follow();
		}
	};
	const core: CoreTools = {
		...ports,
		ui,
		change,
		flash: status.flash,
		perform(intent) {
			keyboard.wished(intent);
			tools.cardLoss.wished(intent);
			apply(intent);
		},
		moved: () => change({viewVersion: ui().viewVersion + 1}),
		act: action => actOn(tools, action),
	};
	const tools: InputTools = {
		...core,
		suggester: createSuggester(core),
		heldKey: createHeldKey(core.clock),
		cardLoss: createCardLoss(core),
		secret: createHiddenText(),
		answer: createHiddenText(),
	};
	const drag = createBorderDrag(tools);
	const onPanes = createMouseHandler(tools);
	const mouse = (move: MouseMove) => {
		if (!drag(move) && !point(tools, move)) {
			onPanes(move);
		}
	};
	const keyboard = createKeyboardWatch(tools);
	const cardReturn = createCardReturn(tools);
	const unsubscribe = ports.store.subscribe(follow);
	return {
		apply,
		close() {
			status.close();
			cardReturn.close();
			unsubscribe();
		},
		handle(input) {
			handleInput(tools, mouse, input);
			cardReturn.touched();
		},
	};
}

function handleInput(tools: InputTools, mouse: (move: MouseMove) => void, input: Input): void {
	switch (input.type) {
		case 'key':
			return tools.cardLoss.takes(input) ? undefined : handleKey(tools, input);
		case 'paste':
			return pasteText(tools, input);
		case 'mouse':
			if (input.action === 'press' && tools.ui().keysLost) {
				tools.change({keysLost: null});
			}
			return mouse(input);
		case 'focus':
			point(tools, input);
			return;
		default:
			return;
	}
}

function handleKey(tools: InputTools, key: KeyPress): void {
	const {keymap} = tools;
	if (tools.ui().leader) {
		tools.change({leader: false});
		const action = keymap.resolve(['leader'], chordOf(key));
		if (action && action !== 'cancel') {
			tools.act(action);
		}
		return;
	}
	if (endsLoss(tools, key)) {
		tools.change({keysLost: null});
		// In a pane, Esc returns to the chat and stops nothing.
		if (tools.ui().focus !== 'chat' || tools.ui().overlay) {
			return;
		}
	}
	if (chordOf(key) === keymap.leader) {
		tools.act('leader');
	} else {
		pressKey(tools, key);
	}
}

/**
 * Updates the card after a change of the state. A card takes the keyboard only while no person
 * types.
 */
function followCards(tools: InputTools): void {
	const {ui, store, clock, change} = tools;
	const {card, composer, mode} = ui();
	const state = store.state();
	const waiting = waitingCards(state);
	// The question about a folder's instructions never takes the keyboard by itself, because the
	// agent can work without an answer.
	const patient = state.project.question?.id;
	const givesWay = card.call === patient && waiting[0] !== patient && !card.focused;
	const next = followCalls(givesWay ? noCard : card, {
		waiting,
		now: clock.elapsed(),
		isNobodyTyping: waiting[0] !== patient && isNobodyTyping(tools),
	});
	if (next !== card) {
		// Remember that a card has disappeared, so that an answer typed for it doesn't reach the next
		// one.
		tools.cardLoss.follow(card, next);
		change({card: next, ...(mode !== 'secret' && {hiddenLength: 0, answer: ''})});
	} else if (card.focused && composer.draft.text !== '' && mode === 'compose') {
		change({card: leaveCard(card)});
	}
}
