import type {ActionTable, CardFacts, RunAction} from '../actions/action.ts';
import {askOnCard, putOffCard, stepCard} from '../input/card-focus.ts';
import {moving} from '../transcript/browse-actions.ts';
import {atCard} from './at-card.ts';
import {waitingCards} from './waiting-cards.ts';

/** The actions that move from card to card. */
export const cardActions = {
	'next-card': {
		words: 'Next tool card',
		keys: {
			browse: [')', 'tab'],
			card: ['right', 'tab'],
			'host-key': ['right', 'tab'],
			trust: ['right', 'tab'],
		},
		brief: {card: nextCard, trust: nextCard},
		run: {
			browse: moving('next-card'),
			card: stepping(1),
			'host-key': stepping(1),
			trust: stepping(1),
		},
	},
	'previous-card': {
		words: 'Previous tool card',
		keys: {browse: ['('], card: ['left'], 'host-key': ['left'], trust: ['left']},
		run: {
			browse: moving('previous-card'),
			card: stepping(-1),
			'host-key': stepping(-1),
			trust: stepping(-1),
		},
	},
} as const satisfies ActionTable;

function nextCard({total}: CardFacts): string | null {
	return total > 1 ? 'next card' : null;
}

function stepping(step: 1 | -1): RunAction {
	return atCard(tools => {
		const waiting = waitingCards(tools.store.state());
		tools.change({
			card: stepCard(tools.ui().card, {waiting, step, now: tools.clock.elapsed()}),
		});
	});
}

/** Goes back to the first step of the card. In the first step, postpones the card. */
export const leaveCardStep: RunAction = atCard(({ui, change, clock}) => {
	const {card} = ui();
	change({
		card:
			card.step === 'answer'
				? putOffCard(card)
				: askOnCard(card, {step: 'answer', now: clock.elapsed()}),
	});
});
