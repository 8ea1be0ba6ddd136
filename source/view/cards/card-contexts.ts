import type {FocusContext, FocusName} from '../actions/action.ts';
import type {Action} from '../actions/actions.ts';
import {isScrollMove} from '../actions/scroll-move.ts';
import {composerContext} from '../composer/composer-contexts.ts';
import {type CardStep, leaveCard} from '../input/card-focus.ts';
import {isInChat} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import {scrollTranscript} from '../transcript/browse-actions.ts';
import {contextOfStep} from './card-steps.ts';
import {shownQuestion, shownTrust} from './shown.ts';

/**
 * The contexts of a waiting card, one for each step. Keys that are not the card's own go to the
 * composer, which then gets the keyboard. A burst of text goes there too, so that a typed sentence
 * never answers a card.
 */
export const cardContexts: readonly FocusContext[] = [
	cardContext('host-key', tools => shownQuestion(tools) !== null),
	cardContext('trust', tools => shownTrust(tools) !== null),
	...(Object.keys(contextOfStep) as CardStep[]).map(step =>
		cardContext(contextOfStep[step], tools => isAt(tools, step)),
	),
];

type Seen = Pick<InputTools, 'ui' | 'store'>;

function isAt(tools: Seen, step: CardStep): boolean {
	const isCall = shownQuestion(tools) === null && shownTrust(tools) === null;
	return tools.ui().card.step === step && isCall;
}

function cardContext(
	name: Extract<FocusName, `card${string}` | 'host-key' | 'trust'>,
	holds: (tools: Seen) => boolean,
): FocusContext {
	return {
		name,
		keys: name,
		holds: tools => isInChat(tools.ui()) && tools.ui().card.focused && holds(tools),
		yields: yieldTo,
		type(tools, key) {
			leave(tools);
			composerContext.type?.(tools, key);
		},
		paste(tools, text, raw) {
			leave(tools);
			composerContext.paste?.(tools, text, raw);
		},
	};
}

function leave({ui, change}: InputTools): void {
	change({card: leaveCard(ui().card)});
}

/**
 * Decides about actions that are not the card's own. The card keeps the keyboard while the
 * transcript is scrolled and while help is open. Enter never answers a card, and sends nothing if
 * the composer is empty.
 */
function yieldTo(tools: InputTools, action: Action): boolean {
	if (isScrollMove(action)) {
		return scrollTranscript(tools, action);
	}
	const isEmpty = tools.ui().composer.draft.text === '';
	if ((action === 'send' || action === 'queue') && isEmpty) {
		tools.heldKey.pressed(null);
		return true;
	}
	if (action === 'help' && isEmpty) {
		// Let help open. It begins with the card's keys, and when it closes the card has the keyboard
		// again.
		return false;
	}
	leave(tools);
	return false;
}
