import type {ToolCall} from '../../state/state.ts';
import {subjectOf} from '../cards/card-words.ts';
import {canAnswer, cardGuardMs} from './card-focus.ts';
import type {DeskState} from './desk-state.ts';
import type {DeskTools} from './hands.ts';

/** Whether a key is about the card: it is on the terminal's screen, and was there long enough. */
export function mayAnswer({desk, clock, seenCard}: DeskTools): boolean {
	const {card, composer} = desk();
	const {at: seenAt} = seenCard();
	return canAnswer(card, {now: clock.elapsed(), seenAt, lastComposerKeyAt: composer.lastKeyAt});
}

/** Whether a yes to these calls is one to what was read: on the card itself, or in its detail. */
export function mayAllow(tools: DeskTools, calls: readonly ToolCall[]): boolean {
	const isKnown = tools.seenCard().isWhole || tools.desk().read === subjectOf(calls);
	if (!isKnown) {
		tools.flash(
			calls.length > 1
				? 'd first, to its end: not all of it is shown here.'
				: 'd first: not all of it is shown here.',
		);
	}
	return isKnown;
}

/** The detail of these calls is open: what is seen of it is kept until it closes. */
export function beginReading(tools: DeskTools, calls: readonly ToolCall[]): void {
	const reading = {
		subject: subjectOf(calls),
		since: tools.clock.elapsed(),
		isMany: calls.length > 1,
		to: 0,
	};
	tools.change({reading});
}

/** Of one call both ends have to be seen; of many nothing may be skipped. */
export function noteReading(
	tools: DeskTools,
	{top, height, total}: {readonly top: number; readonly height: number; readonly total: number},
): void {
	const {reading} = tools.desk();
	if (!reading || tools.layout().type !== 'panes') {
		return;
	}
	const {subject, since, isMany} = reading;
	const to = !isMany || top <= reading.to ? Math.max(reading.to, top + height) : reading.to;
	const isRead = to >= total && tools.clock.elapsed() - since >= cardGuardMs;
	const read: Partial<DeskState> = isRead ? {read: subject} : {};
	tools.change({reading: {...reading, to}, ...read});
}
