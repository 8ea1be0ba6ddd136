import {waitingCalls} from '../../state/select.ts';
import type {RunAction} from '../actions/action.ts';
import type {InputTools} from '../input/input-tools.ts';
import {beginReading} from '../input/may-answer.ts';
import {answeredBy, subjectOf} from './card-calls.ts';
import {detailOf, groupDetail} from './card-detail.ts';
import {shownCall, shownTrust} from './shown.ts';
import {trustDetail, trustSubject} from './trust-words.ts';

/**
 * Makes an action on a card. A burst of text does not run it, since a burst is typed and never a
 * command. After the action, the next press of any key counts as a new press.
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

/** Opens the full detail of the card. What the person sees of it counts as read. */
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

/** Opens every line of the folder's instructions for the model. */
export function showTrustDetail(tools: InputTools): void {
	const question = shownTrust(tools);
	if (question) {
		tools.perform({type: 'open-overlay', overlay: trustDetail(question)});
		beginReading(tools, {subject: trustSubject(question), isMany: false});
	}
}
