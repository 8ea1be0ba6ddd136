import type {Verdict} from '../../events/authorization.ts';
import {typedWords} from '../../state/grants.ts';
import {waitingCalls} from '../../state/select.ts';
import type {ToolCall} from '../../state/state.ts';
import type {ActionTable, RunAction} from '../actions/action.ts';
import {askOnCard, type CardStep} from '../input/card-focus.ts';
import type {InputTools} from '../input/input-tools.ts';
import {mayAllow} from '../input/may-answer.ts';
import {showIncident} from '../monitor/monitor-actions.ts';
import {atCard, showDetail, showTrustDetail} from './at-card.ts';
import {alikeCalls, editableText, ruleFor, ruleMatchOf} from './card-calls.ts';
import {startEdit} from './edit-context.ts';
import {oncePressed} from './once-pressed.ts';
import {shownCall, shownQuestion} from './shown.ts';

const minuteMs = 60_000;

/**
 * The answers to a waiting card, in the order in which the card offers them. A key that comes too
 * early counts as the first letter of a typed sentence.
 */
export const answerActions = {
	'allow-once': {
		words: 'Allow once',
		keys: {card: ['y']},
		brief: {card: 'once'},
		run: answering((tools, call) => allow(tools, [call], {type: 'once'})),
	},
	deny: {
		words: 'Deny',
		keys: {card: ['n']},
		brief: {card: 'no'},
		run: answering((tools, call) => answer(tools, [call], {type: 'deny'})),
	},
	'deny-with-reason': {
		words: 'Deny, with a reason for the model',
		keys: {card: ['r']},
		brief: {card: 'no, because'},
		run: answering((tools, call) => tools.change({mode: 'reason', line: '', reasonFor: call.id})),
	},
	'allow-all': {
		words: 'Allow all of them once',
		keys: {'card-group': ['y']},
		brief: {'card-group': ({alike}) => `all ${alike} once`},
		run: answering((tools, call) => allow(tools, alike(tools, call), {type: 'once'})),
	},
	'deny-all': {
		words: 'Deny all of them',
		keys: {'card-group': ['n']},
		brief: {'card-group': ({alike}) => `none of the ${alike}`},
		run: answering((tools, call) => answer(tools, alike(tools, call), {type: 'deny'})),
	},
	detail: {
		words: 'Show everything',
		keys: {monitor: ['enter', 'd'], card: ['d'], 'card-group': ['d'], trust: ['d']},
		brief: {card: 'detail', 'card-group': 'detail', trust: 'all of it'},
		run: {
			monitor: showIncident,
			card: atCard(showDetail),
			'card-group': atCard(showDetail),
			trust: atCard(showTrustDetail),
		},
	},
	'edit-call': {
		words: 'Edit the command or the arguments first',
		keys: {card: ['e']},
		brief: {card: 'edit'},
		run: answering((tools, call) =>
			startEdit(tools, {call: call.id, mode: 'edit', text: editableText(call)}),
		),
	},
	'allow-session': {
		words: 'Allow this scope on this host for the session',
		keys: {card: ['s']},
		brief: {
			// If the call types into a terminal, the answer covers that terminal only.
			card: ({terminal, covered}) =>
				terminal !== null
					? typedWords(terminal)
					: `this session${covered === null ? '' : `: ${covered}`}`,
		},
		run: answering((tools, call) => allow(tools, [call], {type: 'session'})),
	},
	'allow-time': {
		words: 'Allow this scope on this host for a time',
		keys: {card: ['t']},
		brief: {card: 'for a time'},
		run: answering(askForTime),
	},
	'allow-always': {
		words: 'Allow always: shows the rule first',
		keys: {card: ['a']},
		brief: {card: ({terminal}) => (terminal === null ? 'always' : null)},
		run: answering(askForRule),
	},
	'answer-all': {
		words: 'Answer all waiting cards of the same scope and host',
		keys: {card: ['g']},
		brief: {card: ({alike}) => (alike > 1 ? `all ${alike}` : null)},
		run: answering((tools, call) => alike(tools, call).length > 1 && ask(tools, 'group')),
	},
	'for-15-minutes': {
		words: '15 minutes',
		keys: {'card-time': ['1']},
		brief: {'card-time': 'for 15 minutes'},
		run: answering((tools, call) => allowUntil(tools, call, now => now + 15 * minuteMs)),
	},
	'for-an-hour': {
		words: 'An hour',
		keys: {'card-time': ['2']},
		brief: {'card-time': 'for an hour'},
		run: answering((tools, call) => allowUntil(tools, call, now => now + 60 * minuteMs)),
	},
	'for-today': {
		words: 'Until midnight',
		keys: {'card-time': ['3']},
		brief: {'card-time': 'today'},
		run: answering((tools, call) => allowUntil(tools, call, midnightAfter)),
	},
	'for-session': {
		words: 'For this session',
		keys: {'card-time': ['s']},
		brief: {'card-time': 'this session'},
		run: answering((tools, call) => allow(tools, [call], {type: 'session', ...matchOf(tools)})),
	},
	'save-rule': {
		words: 'Save this rule, and run',
		keys: {'card-rule': ['y']},
		brief: {'card-rule': 'save this rule and run'},
		run: answering((tools, call) =>
			allow(tools, [call], {type: 'always', rule: ruleFor(call, tools.ui().ruleMatch)}),
		),
	},
	'edit-rule': {
		words: 'Edit the rule first',
		keys: {'card-time': ['e'], 'card-rule': ['e']},
		brief: {'card-time': 'only calls like this', 'card-rule': 'edit it'},
		run: answering((tools, call) => {
			const text = tools.ui().ruleMatch || ruleMatchOf(call);
			startEdit(tools, {call: call.id, mode: 'rule', text});
		}),
	},
	'trust-key': {
		words: 'It is the right key: write it down and connect',
		keys: {'host-key': ['y']},
		brief: {'host-key': 'yes, it is the right key'},
		run: oncePressed(trustKey),
	},
	'refuse-key': {
		words: 'It is not: do not connect',
		keys: {'host-key': ['n']},
		brief: {'host-key': 'no, do not connect'},
		run: oncePressed(tools => answerKey(tools, 'no')),
	},
} as const satisfies ActionTable;

function answering(run: (tools: InputTools, call: ToolCall) => unknown): RunAction {
	return oncePressed(tools => {
		const call = shownCall(tools);
		return call !== null && run(tools, call);
	});
}

function trustKey(tools: InputTools): boolean {
	if (shownQuestion(tools) && !tools.seenCard().isWhole) {
		tools.flash('Not all of its fingerprint is on the screen: make the window larger.');
		return true;
	}
	return answerKey(tools, 'yes');
}

/** Answers the question about an unknown host key. Only the two letters of `keys` do that. */
function answerKey(tools: InputTools, type: 'yes' | 'no'): boolean {
	const question = shownQuestion(tools);
	if (question) {
		tools.perform({type: 'answer-hop', question: question.id, answer: {type}});
	}
	return question !== null;
}

function askForTime(tools: InputTools): void {
	tools.change({ruleMatch: ''});
	ask(tools, 'time');
}

function askForRule(tools: InputTools, call: ToolCall): void {
	// A permanent rule can't name a terminal: its number means another program in the next session.
	if (call.exposure?.terminal !== undefined) {
		tools.flash('What is typed into a terminal can be allowed for this session, not for good.');
		return;
	}
	tools.change({ruleMatch: ruleMatchOf(call)});
	ask(tools, 'rule');
}

function allowUntil(tools: InputTools, call: ToolCall, end: (now: number) => number): void {
	allow(tools, [call], {type: 'until', until: end(tools.clock.now()), ...matchOf(tools)});
}

/** The `match` that narrows the grant, if the person has edited it. */
function matchOf({ui}: InputTools): {readonly match?: string} {
	const {ruleMatch} = ui();
	return ruleMatch === '' ? {} : {match: ruleMatch};
}

function midnightAfter(now: number): number {
	return new Date(now).setHours(24, 0, 0, 0);
}

function alike(tools: InputTools, call: ToolCall): readonly ToolCall[] {
	return alikeCalls(waitingCalls(tools.store.state()), call);
}

function answer(tools: InputTools, calls: readonly ToolCall[], verdict: Verdict): void {
	for (const call of calls) {
		tools.perform({type: 'answer', call: call.id, verdict});
	}
}

/**
 * Allows the calls if that is possible now. The key counts as handled even if not, so that it isn't
 * typed into the composer.
 */
function allow(tools: InputTools, calls: readonly ToolCall[], verdict: Verdict): void {
	if (mayAllow(tools, calls)) {
		answer(tools, calls, verdict);
	}
}

function ask(tools: InputTools, step: CardStep): void {
	tools.change({card: askOnCard(tools.ui().card, {step, now: tools.clock.elapsed()})});
}
