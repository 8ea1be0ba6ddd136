import {waitingCalls} from '../../state/select.ts';
import type {RunAction} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {beginReading} from '../input/may-answer.ts';
import {answeredBy, subjectOf} from './card-calls.ts';
import {detailOf, groupDetail} from './card-detail.ts';
import {shownCall, shownTrust} from './shown.ts';
import {trustDetail, trustSubject} from './trust-words.ts';

/**
 * Makes an action for a card. A burst of text doesn't trigger the action, because bursts are typed
 * or pasted text. After the action, the next key counts as newly pressed even if it is the same.
 */
export function atCard(run: (tools: InputTools) => void): RunAction {
	return (tools, key): boolean => {
		if (key?.isBurst) {
			return false;
		}
		run(tools);
		tools.heldKey.pressed(null);
		return true;
	};
}

/** Opens everything about the call of the card. What the person sees of that counts as read. */
export function showDetail(tools: InputTools): void {
	const call = shownCall(tools);
	if (!call) {
		return;
	}
	const {step} = tools.ui().card;
	const calls = answeredBy({call, step, waiting: waitingCalls(tools.store.state())});
	const overlay = step === 'group' ? groupDetail(calls) : detailOf(call);
	tools.perform({type: 'open-overlay', overlay});
	beginReading(tools, {subject: subjectOf(calls), isMany: calls.length > 1});
}

/** Opens the complete instruction files of the folder. */
export function showTrustDetail(tools: InputTools): void {
	const question = shownTrust(tools);
	if (question) {
		tools.perform({type: 'open-overlay', overlay: trustDetail(question)});
		beginReading(tools, {subject: trustSubject(question), isMany: false});
	}
}
