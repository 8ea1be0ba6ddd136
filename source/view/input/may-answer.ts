import type {ToolCall} from '../../state/state.ts';
import {subjectOf} from '../cards/card-calls.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {canAnswer, cardGuardMs} from './card-focus.ts';
import type {InputTools} from './input-tools.ts';

/** Whether a key may answer the card now: the terminal must have shown it for long enough. */
export function mayAnswer({ui, clock, seenCard}: InputTools): boolean {
	const {card, composer} = ui();
	const {at: seenAt} = seenCard();
	return canAnswer(card, {now: clock.elapsed(), seenAt, lastComposerKeyAt: composer.lastKeyAt});
}

/** Whether the person has seen enough of these calls to allow them. */
export function mayAllow(tools: InputTools, calls: readonly ToolCall[]): boolean {
	return mayAllowSubject(tools, {subject: subjectOf(calls), isMany: calls.length > 1});
}

type Subject = {readonly subject: string; readonly isMany: boolean};

/** Whether the person has seen all that this is about, on the card or in its detail. */
export function mayAllowSubject(tools: InputTools, {subject, isMany}: Subject): boolean {
	const isKnown = tools.seenCard().isWhole || tools.ui().read === subject;
	if (!isKnown) {
		tools.flash(
			isMany
				? 'd first, to its end: not all of it is shown here.'
				: 'd first: not all of it is shown here.',
		);
	}
	return isKnown;
}

/** Call this when the detail is opened. From then on it is tracked what the person sees of it. */
export function beginReading(tools: InputTools, {subject, isMany}: Subject): void {
	tools.change({reading: {subject, since: tools.clock.elapsed(), isMany, to: 0}});
}

/**
 * Records which rows of the detail were visible. For one call, both ends must have been; for a
 * group, every row.
 */
export function noteReading(
	tools: InputTools,
	{top, height, total}: {readonly top: number; readonly height: number; readonly total: number},
): void {
	const {reading} = tools.ui();
	if (!reading || tools.layout().type !== 'panes') {
		return;
	}
	const {subject, since, isMany} = reading;
	const to = !isMany || top <= reading.to ? Math.max(reading.to, top + height) : reading.to;
	const isRead = to >= total && tools.clock.elapsed() - since >= cardGuardMs;
	const read: Partial<UiState> = isRead ? {read: subject} : {};
	tools.change({reading: {...reading, to}, ...read});
}
