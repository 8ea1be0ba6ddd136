import type {Verdict} from '../../events/authorization.ts';
import type {HopQuestion} from '../../events/hop.ts';
import type {Action, Context} from '../../keys/actions.ts';
import {waitingCalls} from '../../state/select.ts';
import type {ToolCall} from '../../state/state.ts';
import {detailOf, groupDetail} from '../cards/card-detail.ts';
import {alikeCalls, answeredBy, editableText, ruleFor, ruleMatchOf} from '../cards/card-words.ts';
import {questionOf, waitingCards} from '../cards/waiting-cards.ts';
import {askOnCard, type CardStep, leaveCard, putOffCard, stepCard} from './card-focus.ts';
import {startEdit} from './edit-handler.ts';
import {createHeldKey} from './held-key.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {beginReading, mayAllow, mayAnswer} from './may-answer.ts';

/**
 * The fixed keys of a waiting card. Any other key goes to the composer, which takes the keyboard
 * with it; so does a burst of text, so that a typed sentence never answers a card.
 */
export function createCardHandler(tools: InputTools, composer: KeyHandler): KeyHandler {
	const held = createHeldKey(tools.clock);
	return {
		contexts: () => [shownKey(tools) ? 'host-key' : contextOf[tools.ui().card.step], 'composer'],
		act(action, key) {
			if (key?.isBurst) {
				return false;
			}
			if (own.has(action) && held.goesOn(key)) {
				tools.flash('Each card wants its own press: let go of the key first.');
				return true;
			}
			const call = shownCall(tools);
			const isMine = call === null ? actOnKey(tools, action) : act(tools, call, action);
			if (isMine || isIdle(tools, action)) {
				held.pressed(own.has(action) ? key : null);
				return true;
			}
			if (tools.browser.act(action)) {
				tools.moved();
				return true;
			}
			if (own.has(action)) {
				return false;
			}
			tools.change({card: leaveCard(tools.ui().card)});
			return composer.act(action, key);
		},
		type(key) {
			tools.change({card: leaveCard(tools.ui().card)});
			composer.type(key);
		},
		paste(text, raw) {
			tools.change({card: leaveCard(tools.ui().card)});
			composer.paste(text, raw);
		},
	};
}

const contextOf: Readonly<Record<CardStep, Context>> = {
	answer: 'card',
	time: 'card-time',
	rule: 'card-rule',
	group: 'card-group',
};

/** If they come too early or out of place, these keys are letters of a sentence. */
const own: ReadonlySet<Action> = new Set([
	'allow-once',
	'allow-session',
	'allow-time',
	'allow-always',
	'edit-call',
	'deny',
	'deny-with-reason',
	'answer-all',
	'for-15-minutes',
	'for-an-hour',
	'for-today',
	'for-session',
	'save-rule',
	'edit-rule',
	'allow-all',
	'deny-all',
	'trust-key',
	'refuse-key',
]);

/** Enter never answers a card. If the composer is empty, it sends nothing either. */
function isIdle({ui}: InputTools, action: Action): boolean {
	return (action === 'send' || action === 'queue') && ui().composer.draft.text === '';
}

function shownCall(tools: InputTools): ToolCall | null {
	const {call} = tools.ui().card;
	return waitingCalls(tools.store.state()).find(waiting => waiting.id === call) ?? null;
}

function shownKey({store, ui}: InputTools): HopQuestion | null {
	return questionOf(store.state(), ui().card.call);
}

/** Answers an unknown host key: only two letters do so. */
function actOnKey(tools: InputTools, action: Action): boolean {
	const question = shownKey(tools);
	switch (action) {
		case 'trust-key':
		case 'refuse-key': {
			const isAnswer = question !== null && mayAnswer(tools);
			if (isAnswer && action === 'trust-key' && !tools.seenCard().isWhole) {
				tools.flash('Not all of its fingerprint is on the screen: make the window larger.');
			} else if (isAnswer) {
				const type = action === 'trust-key' ? 'yes' : 'no';
				tools.perform({type: 'answer-hop', question: question.id, answer: {type}});
			}
			return isAnswer;
		}
		default:
			return question !== null && move(tools, action);
	}
}

function move(tools: InputTools, action: Action): boolean {
	switch (action) {
		case 'next-card':
			return step(tools, 1);
		case 'previous-card':
			return step(tools, -1);
		case 'cancel':
			return goBack(tools);
		default:
			return false;
	}
}

function act(tools: InputTools, call: ToolCall, action: Action): boolean {
	switch (action) {
		case 'detail':
			showDetail(tools, call);
			return true;
		default:
			// A key that comes too early is the first letter of a sentence.
			return (
				move(tools, action) ||
				(own.has(action) && mayAnswer(tools) && answerWith(tools, call, action))
			);
	}
}

function answerWith(tools: InputTools, call: ToolCall, action: Action): boolean {
	switch (action) {
		case 'allow-once':
			return allow(tools, [call], {type: 'once'});
		case 'allow-session':
			return allow(tools, [call], {type: 'session'});
		case 'deny':
			return answer(tools, [call], {type: 'deny'});
		case 'allow-time':
			tools.change({ruleMatch: ''});
			return ask(tools, 'time');
		case 'allow-always':
			// A permanent rule can't name a terminal: its number means another program in the next
			// session.
			if (call.exposure?.terminal !== undefined) {
				tools.flash('What is typed into a terminal can be allowed for this session, not for good.');
				return true;
			}
			tools.change({ruleMatch: ruleMatchOf(call)});
			return ask(tools, 'rule');
		case 'answer-all':
			return alike(tools, call).length > 1 && ask(tools, 'group');
		case 'deny-with-reason':
			tools.change({mode: 'reason', line: '', reasonFor: call.id});
			return true;
		case 'edit-call':
			startEdit(tools, {call: call.id, mode: 'edit', text: editableText(call)});
			return true;
		default:
			return answerStep(tools, call, action);
	}
}

const minuteMs = 60_000;

function answerStep(tools: InputTools, call: ToolCall, action: Action): boolean {
	const now = tools.clock.now();
	const {ruleMatch} = tools.ui();
	const match = ruleMatch === '' ? {} : {match: ruleMatch};
	switch (action) {
		case 'for-15-minutes':
			return allow(tools, [call], {type: 'until', until: now + 15 * minuteMs, ...match});
		case 'for-an-hour':
			return allow(tools, [call], {type: 'until', until: now + 60 * minuteMs, ...match});
		case 'for-today':
			return allow(tools, [call], {type: 'until', until: midnightAfter(now), ...match});
		case 'for-session':
			return allow(tools, [call], {type: 'session', ...match});
		case 'save-rule':
			return allow(tools, [call], {type: 'always', rule: ruleFor(call, ruleMatch)});
		case 'edit-rule':
			startEdit(tools, {call: call.id, mode: 'rule', text: ruleMatch || ruleMatchOf(call)});
			return true;
		case 'allow-all':
			return allow(tools, alike(tools, call), {type: 'once'});
		case 'deny-all':
			return answer(tools, alike(tools, call), {type: 'deny'});
		default:
			return false;
	}
}

function midnightAfter(now: number): number {
	return new Date(now).setHours(24, 0, 0, 0);
}

function alike(tools: InputTools, call: ToolCall): readonly ToolCall[] {
	return alikeCalls(waitingCalls(tools.store.state()), call);
}

function answer(tools: InputTools, calls: readonly ToolCall[], verdict: Verdict): boolean {
	for (const call of calls) {
		tools.perform({type: 'answer', call: call.id, verdict});
	}
	return true;
}

function allow(tools: InputTools, calls: readonly ToolCall[], verdict: Verdict): boolean {
	// Even a refused key was meant for the card, so it isn't typed into the composer.
	return !mayAllow(tools, calls) || answer(tools, calls, verdict);
}

function ask(tools: InputTools, next: CardStep): boolean {
	tools.change({card: askOnCard(tools.ui().card, {step: next, now: tools.clock.elapsed()})});
	return true;
}

function goBack(tools: InputTools): boolean {
	const {card} = tools.ui();
	if (card.step === 'answer') {
		tools.change({card: putOffCard(card)});
		return true;
	}
	return ask(tools, 'answer');
}

function step(tools: InputTools, by: 1 | -1): boolean {
	const waiting = waitingCards(tools.store.state());
	const card = stepCard(tools.ui().card, {waiting, step: by, now: tools.clock.elapsed()});
	tools.change({card});
	return true;
}

function showDetail(tools: InputTools, call: ToolCall): void {
	const {step} = tools.ui().card;
	const calls = answeredBy({call, step, waiting: waitingCalls(tools.store.state())});
	const overlay = step === 'group' ? groupDetail(calls) : detailOf(call);
	tools.perform({type: 'open-overlay', overlay});
	beginReading(tools, calls);
}
