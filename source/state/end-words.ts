import {assertNever} from '../events/assert-never.ts';
import {localHost} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {FileOutcome} from '../events/tool-event.ts';
import type {ToolCall} from './state.ts';

export type EndedCall = Pick<
	ToolCall,
	'answer' | 'host' | 'endedAt' | 'stopConfirmedAt' | 'found' | 'scope'
>;

/** Says on the card how a call ended that neither succeeded nor failed, and was not lost. */
export function endWords(
	call: EndedCall,
	outcome: Exclude<Outcome, {status: 'ok' | 'failed' | 'lost'}>,
): string {
	const {answer, stopConfirmedAt} = call;
	if (outcome.status === 'cancelled') {
		const {running, session_id: session, unconfirmed} = outcome.result ?? {};
		if (typeof unconfirmed === 'string') {
			return stopConfirmedAt === undefined
				? `asked to stop, not confirmed (${unconfirmed})`
				: `asked to stop; ${laterWords(call, stopConfirmedAt)}`;
		}
		if (running === true && typeof session === 'number') {
			return `cancelled; its program was left running in terminal ${session}`;
		}
		return answer?.verdict.type === 'cancelled'
			? 'stopped before it ran'
			: `stopped; ${effectWords(call, outcome)}`;
	}
	if (outcome.status === 'interrupted') {
		return wasStoppedAtEnd(call, outcome)
			? `stopped when agent-tui ended; ${effectWords(call, outcome)}`
			: 'the program ended while it ran; its outcome is unknown, and it may have had effects';
	}
	if (answer?.verdict.type === 'expired') {
		return 'denied: nobody answered in time';
	}
	const by = {rule: 'by a rule', headless: 'nobody was there to ask'} as Readonly<
		Record<string, string>
	>;
	const words = outcome.reason ?? by[answer?.by ?? ''];
	return words === undefined ? 'denied' : `denied: ${words}`;
}

/** Says what the host reported, once it answered again, about a call that it was asked to stop. */
function laterWords({endedAt = 0, found}: EndedCall, stopConfirmedAt: number): string {
	const later = `${Math.round((stopConfirmedAt - endedAt) / 1000)} s later`;
	return found === undefined
		? `confirmed ${later}; it may have had effects`
		: `${later} ${foundWords(found)}`;
}

/**
 * Says what became known later about a call that was lost or given up; null if its host has not
 * been asked since.
 */
export function knownLater({
	stopConfirmedAt,
	found,
}: Pick<ToolCall, 'stopConfirmedAt' | 'found'>): string | null {
	if (stopConfirmedAt === undefined) {
		return null;
	}
	return found === undefined
		? 'when its host answered, it ran there no more'
		: `when its host answered, ${foundWords(found)}`;
}

/** Ends a sentence about a file whose change was in doubt until its host answered. */
export function foundWords(found: FileOutcome): string {
	switch (found) {
		case 'new':
			return 'the file was found with the new content';
		case 'old':
			return 'the file was found as it was before: nothing was written';
		case 'other':
			return 'the file was found with neither the old nor the new content';
		case null:
			return 'nobody could see any more what became of the file';
		default:
			return assertNever(found);
	}
}

/** Says what a call that was stopped may have done. */
export function effectWords(
	{scope}: Pick<ToolCall, 'scope'>,
	outcome: Extract<Outcome, {status: 'cancelled' | 'interrupted'}>,
): string {
	const written = outcome.result?.['written'];
	if (Array.isArray(written)) {
		return written.length === 0
			? 'nothing was written'
			: `written before that: ${written.join(', ')}`;
	}
	return scope === null || scope === 'read' ? 'it changed nothing' : 'it may have had effects';
}

/**
 * Whether agent-tui stopped the call itself when it exited in order, and so could record a result.
 * After a kill there is no result. On another machine, a call counts as stopped only if its program
 * was seen to end.
 */
export function wasStoppedAtEnd({host}: Pick<ToolCall, 'host'>, outcome: Outcome): boolean {
	return (
		outcome.status === 'interrupted' &&
		outcome.result !== undefined &&
		outcome.result['unconfirmed'] === undefined &&
		(host === localHost ||
			outcome.result['running'] === false ||
			outcome.result['written'] !== undefined)
	);
}
