import type {TrustAnswer} from '../../events/project.ts';
import type {ActionTable} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {mayAllowSubject} from '../input/may-answer.ts';
import {oncePressed} from './once-pressed.ts';
import {shownTrust} from './shown.ts';
import {trustSubject} from './trust-words.ts';

/** The answers to the question whether the model may get a folder's instructions. */
export const trustActions = {
	'trust-folder': {
		words: 'Trust these files of this folder, until one of them changes',
		keys: {trust: ['y']},
		brief: {trust: 'trust these files'},
		run: answering((tools, subject) =>
			mayAllowSubject(tools, {subject, isMany: false}) ? 'trust' : null,
		),
	},
	'leave-out': {
		words: 'Not now: work without them',
		keys: {trust: ['n']},
		brief: {trust: 'not now'},
		run: answering(() => 'later'),
	},
	'never-trust': {
		words: 'Never for this folder',
		keys: {trust: ['v']},
		brief: {trust: 'never for this folder'},
		run: answering(() => 'never'),
	},
} as const satisfies ActionTable;

/**
 * Makes an action that answers this question. The key counts as handled even if the answer is
 * refused, so that it isn't typed into the composer.
 */
function answering(choose: (tools: InputTools, subject: string) => TrustAnswer | null) {
	return oncePressed(tools => {
		const question = shownTrust(tools);
		const answer = question && choose(tools, trustSubject(question));
		if (question && answer) {
			tools.perform({type: 'answer-trust', question: question.id, answer});
		}
		return question !== null;
	});
}
