import {waitingCalls} from '../../state/select.ts';
import type {ActionTable, RunAction} from '../actions/action.ts';
import {askOnCard, putOffCard, stepCard} from '../input/card-focus.ts';
import type {InputTools} from '../input/input-tools.ts';
import {beginReading} from '../input/may-answer.ts';
import {showIncident} from '../monitor/monitor-actions.ts';
import {moving} from '../transcript/browse-actions.ts';
import {detailOf, groupDetail} from './card-detail.ts';
import {answeredBy} from './card-words.ts';
import {shownCall} from './shown.ts';
import {waitingCards} from './waiting-cards.ts';

/** What can be done at a card without answering it. */
export const cardActions = {
	detail: {
		words: 'Show everything',
		keys: {monitor: ['enter', 'd'], card: ['d'], 'card-group': ['d']},
		run: {
			monitor: showIncident,
			card: onCard(showDetail),
			'card-group': onCard(showDetail),
		},
	},
	'next-card': {
		words: 'Next tool card',
		keys: {browse: [')', 'tab'], card: ['right', 'tab'], 'host-key': ['right', 'tab']},
		run: {browse: moving('next-card'), card: stepping(1), 'host-key': stepping(1)},
	},
	'previous-card': {
		words: 'Previous tool card',
		keys: {browse: ['('], card: ['left'], 'host-key': ['left']},
		run: {browse: moving('previous-card'), card: stepping(-1), 'host-key': stepping(-1)},
	},
} as const satisfies ActionTable;

/** The next press of any key is a new one. A burst of text is typed, never a command. */
function onCard(run: (tools: InputTools) => void): RunAction {
	return (tools, key): boolean => {
		if (key?.isBurst) {
			return false;
		}
		run(tools);
		tools.heldKey.pressed(null);
		return true;
	};
}

function stepping(step: 1 | -1): RunAction {
	return onCard(tools => {
		const waiting = waitingCards(tools.store.state());
		tools.change({
			card: stepCard(tools.ui().card, {waiting, step, now: tools.clock.elapsed()}),
		});
	});
}

/** Back to what the card asked first; from there, the card is put off. */
export const leaveCardStep: RunAction = onCard(({ui, change, clock}) => {
	const {card} = ui();
	change({
		card:
			card.step === 'answer'
				? putOffCard(card)
				: askOnCard(card, {step: 'answer', now: clock.elapsed()}),
	});
});

function showDetail(tools: InputTools): void {
	const call = shownCall(tools);
	if (!call) {
		return;
	}
	const {step} = tools.ui().card;
	const calls = answeredBy({call, step, waiting: waitingCalls(tools.store.state())});
	const overlay = step === 'group' ? groupDetail(calls) : detailOf(call);
	tools.perform({type: 'open-overlay', overlay});
	beginReading(tools, calls);
}
