import type {OfferedTool, ReadPart} from './attempt.ts';
import type {Collector, Format, Trust} from './formats/format.ts';
import {isKnown} from './formats/pythonic.ts';
import type {Judgement, Meant} from './reader-judge.ts';

/** An attempt at a call whose text is still being collected. */
export type Open = {
	readonly format: Format;
	readonly collector: Collector;
	readonly judgement: Exclude<Judgement, {type: 'text'}>;
	readonly pieces: string[];
	/** For an attempt that is only an example: text that waits for the end of its piece. */
	run: string;
	length: number;
};

/** Complete attempts that wait for the text after them, which decides whether they are calls. */
export type Pending = {
	readonly items: AttemptItem[];
	/** The judgement of the first of these attempts. */
	readonly meant: Meant;
	readonly trust: Trust;
	/** The blanks after the last attempt. */
	gap: string;
};

export type AttemptItem = {readonly raw: string; readonly parts: readonly ReadPart[]};

export type Concluded = {readonly raw: string; readonly isWhole: boolean};

/** Returns the attempts in the collected text; none if it turns out to be plain text. */
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
