import type {Verdict} from '../../events/authorization.ts';
import type {Action} from '../../keys/actions.ts';
import {waitingCalls} from '../../state/select.ts';
import type {ToolCall} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';
import {canAnswer, leaveCard, stepCard} from './card-focus.ts';
import type {DeskTools, Hands} from './hands.ts';

/**
 * The fixed keys of a waiting card. A key that is none of them goes to the composer and takes the
 * keyboard with it, so that a sentence can never answer.
 */
export function createCardHands(tools: DeskTools, composer: Hands): Hands {
	return {
		contexts: () => ['card', 'composer'],
		act(action, key) {
			const call = shownCall(tools);
			if ((call !== null && act(tools, call, action)) || isIdle(tools, action)) {
				return true;
			}
			if (tools.browser.act(action)) {
				tools.moved();
				return true;
			}
			if (own.has(action)) {
				return false;
			}
			tools.change({card: leaveCard(tools.desk().card)});
			return composer.act(action, key);
		},
		type(key) {
			tools.change({card: leaveCard(tools.desk().card)});
			composer.type(key);
		},
		paste(text, raw) {
			tools.change({card: leaveCard(tools.desk().card)});
			composer.paste(text, raw);
		},
	};
}

/** Too early or out of place, these are letters of a sentence. */
const own: ReadonlySet<Action> = new Set([
	'allow-once',
	'allow-session',
	'deny',
	'deny-with-reason',
]);

/** Enter never answers a card, and with nothing written it sends nothing either. */
function isIdle({desk}: DeskTools, action: Action): boolean {
	return (action === 'send' || action === 'queue') && desk().composer.draft.text === '';
}

function shownCall(tools: DeskTools): ToolCall | null {
	const {call} = tools.desk().card;
	return waitingCalls(tools.store.state()).find(waiting => waiting.id === call) ?? null;
}

function act(tools: DeskTools, call: ToolCall, action: Action): boolean {
	switch (action) {
		case 'allow-once':
			return answer(tools, call, {type: 'once'});
		case 'allow-session':
			return answer(tools, call, {type: 'session'});
		case 'deny':
			return answer(tools, call, {type: 'deny'});
		case 'deny-with-reason':
			if (mayAnswer(tools)) {
				tools.change({mode: 'reason', line: ''});
				return true;
			}
			return false;
		case 'detail':
			tools.wish({type: 'open-overlay', overlay: detailOf(call)});
			return true;
		case 'next-card':
			return step(tools, 1);
		case 'previous-card':
			return step(tools, -1);
		case 'cancel':
			tools.change({card: leaveCard(tools.desk().card)});
			return true;
		default:
			return false;
	}
}

/** Too early, the key is a letter of a sentence that has just begun: it goes to the composer. */
function answer(tools: DeskTools, call: ToolCall, verdict: Verdict): boolean {
	if (!mayAnswer(tools)) {
		return false;
	}
	tools.wish({type: 'answer', call: call.id, verdict});
	return true;
}

function mayAnswer({desk, clock}: DeskTools): boolean {
	const {card, composer} = desk();
	return canAnswer(card, {now: clock.elapsed(), lastComposerKeyAt: composer.lastKeyAt});
}

function step(tools: DeskTools, by: 1 | -1): boolean {
	const waiting = waitingCalls(tools.store.state()).map(call => call.id);
	const card = stepCard(tools.desk().card, {waiting, step: by, now: tools.clock.elapsed()});
	tools.change({card});
	return true;
}

function detailOf(call: ToolCall) {
	const lines = [
		`tool      ${call.tool}`,
		`scope     ${call.scope ?? 'none'}`,
		`host      ${call.host}`,
		`folder    ${call.cwd}`,
		...(call.mended === undefined ? [] : [`mended    ${call.mended}`]),
		'',
		...call.summary.split('\n').map(reveal),
		'',
		'arguments',
		...JSON.stringify(call.input, null, 2).split('\n'),
	];
	return {type: 'text', title: `${call.tool} on ${call.host}`, lines} as const;
}
