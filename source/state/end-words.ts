import {localHost} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {ToolCall} from './state.ts';

/** The outcome of a call that neither succeeded nor failed, as words for its card. */
export function endWords(
	{
		answer,
		host,
		endedAt,
		stopConfirmedAt,
	}: Pick<ToolCall, 'answer' | 'host' | 'endedAt' | 'stopConfirmedAt'>,
	outcome: Exclude<Outcome, {status: 'ok' | 'failed' | 'lost'}>,
): string {
	if (outcome.status === 'cancelled') {
		const {running, session_id: session, unconfirmed} = outcome.result ?? {};
		if (typeof unconfirmed === 'string') {
			return stopConfirmedAt === undefined
				? `asked to stop, not confirmed (${unconfirmed})`
				: `asked to stop; confirmed ${Math.round((stopConfirmedAt - (endedAt ?? 0)) / 1000)} s later; it may have had effects`;
		}
		if (running === true && typeof session === 'number') {
			return `cancelled; its program was left running in terminal ${session}`;
		}
		return answer?.verdict.type === 'cancelled'
			? 'stopped before it ran'
			: 'stopped; it may have had effects';
	}
	if (outcome.status === 'interrupted') {
		return wasStoppedAtEnd({host}, outcome)
			? 'stopped when agent-tui ended; it may have had effects'
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

/**
 * Whether agent-tui stopped the call itself when it ended in order: it could still tell the call's
 * result. A call that it left behind when it was killed has none. On another machine, only a
 * program that was seen to end was stopped for sure.
 */
export function wasStoppedAtEnd({host}: Pick<ToolCall, 'host'>, outcome: Outcome): boolean {
	return (
		outcome.status === 'interrupted' &&
		outcome.result !== undefined &&
		outcome.result['unconfirmed'] === undefined &&
		(host === localHost || outcome.result['running'] === false)
	);
}
