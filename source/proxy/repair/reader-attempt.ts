import type {OfferedTool, ReadPart} from './attempt.ts';
import type {Collector, Format, Trust} from './formats/format.ts';
import {isKnown} from './formats/pythonic.ts';
import type {Judgement, Meant} from './reader-judge.ts';

/** An attempt that is being collected. */
export type Open = {
	readonly format: Format;
	readonly collector: Collector;
	readonly judgement: Exclude<Judgement, {type: 'text'}>;
	readonly pieces: string[];
	/** Of one that is only shown: letters that wait for the end of their piece. */
	run: string;
	length: number;
};

/** Attempts that are whole, and wait for what follows them. */
export type Pending = {
	readonly items: AttemptItem[];
	/** How the first of them was judged. */
	readonly meant: Meant;
	readonly trust: Trust;
	/** The space behind the last item. */
	gap: string;
};

export type AttemptItem = {readonly raw: string; readonly parts: readonly ReadPart[]};

export type Concluded = {readonly raw: string; readonly isWhole: boolean};

/** The attempts in what was collected; none where it turns out to be text. */
export function attemptsIn(
	{format, judgement}: Open,
	{raw, isWhole}: Concluded,
	tools: readonly OfferedTool[],
): readonly ReadPart[] {
	const calls = format.calls({raw, isWhole, tools});
	const mustBeKnown =
		format.trust === 'bare' ||
		format.trust === 'data' ||
		(judgement.type === 'meant' && judgement.mustBeKnown);
	if (mustBeKnown && !calls.some(call => isKnown(call.name, tools))) {
		return [];
	}
	return calls.map((call, index) => ({
		type: 'attempt',
		attempt: {
			format: format.id,
			name: call.name,
			arguments: call.arguments,
			isWhole: call.isWhole,
			raw: raw.slice(calls[index - 1]?.end ?? 0, call.end),
		},
	}));
}
