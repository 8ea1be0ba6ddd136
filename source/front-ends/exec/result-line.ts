import {
	anything,
	type Check,
	flag,
	listOf,
	nullable,
	number,
	oneOf,
	optional,
	record,
	text,
} from '../../events/check-shape.ts';
import type {SessionId} from '../../events/ids.ts';
import {usage} from '../../events/value-shapes.ts';
import type {RunResult} from './run-result.ts';
import type {JsonAnswer} from './talk.ts';

/** What is known at the end of a run. */
export type RunEnd = {
	readonly session: SessionId;
	readonly result: RunResult;
	readonly json: JsonAnswer | null;
	readonly durationMs: number;
	readonly exit: number;
};

/**
 * Makes the last line of `--json`. Its type is not that of any event, so a reader can tell it
 * apart.
 */
export function resultLine({session, result, json, durationMs, exit}: RunEnd) {
	const {outcome, failure, answer, isWhole, usage: used, costUsd, changedFiles} = result;
	return {
		v: 1,
		type: 'result',
		session,
		outcome,
		exit,
		answer,
		isWhole,
		...(json && {output: json.value}),
		usage: used,
		costUsd,
		changedFiles,
		durationMs,
		...(failure && {error: failure.message}),
	};
}

type Fields = Omit<ReturnType<typeof resultLine>, 'v' | 'type'>;

/**
 * The shape of that line, for the published schema. The compiler checks that no field is missing.
 */
export const resultShape: {readonly [Field in keyof Fields]-?: Check} = {
	session: text,
	outcome: oneOf('done', 'interrupted', 'failed'),
	exit: number,
	answer: text,
	isWhole: flag,
	output: optional(anything),
	usage: nullable(usage),
	costUsd: nullable(number),
	changedFiles: listOf(record({path: text, host: optional(text)})),
	durationMs: number,
	error: optional(text),
};
