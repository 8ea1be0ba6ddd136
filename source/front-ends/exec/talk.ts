import type {CliContext} from '../../cli/context.ts';
import type {Engine} from '../../engine/engine.ts';
import {failed} from '../../events/failure.ts';
import {type AnswerSchema, askedAgain, schemaRequest} from './answer-schema.ts';
import type {ExecOptions} from './exec-options.ts';
import type {ResultKeeper} from './run-result.ts';
import {readInputLine} from './stream-input.ts';

export type TalkOptions = {
	readonly engine: Engine;
	readonly cli: Pick<CliContext, 'readLines'>;
	readonly options: ExecOptions;
	readonly prompt: string;
	readonly keeper: ResultKeeper;
	/** Aborts when the run has to end. */
	readonly signal: AbortSignal;
};

/** The answer as JSON. Set if a schema was given and the answer fits it. */
export type JsonAnswer = {readonly value: unknown};

/** Sends the messages one by one, each after the answer to the previous one. */
export async function talk(to: TalkOptions): Promise<JsonAnswer | null> {
	const {schema, isInputStream} = to.options;
	const first = schema ? `${to.prompt}\n\n${schemaRequest(schema)}`.trim() : to.prompt;
	if (first !== '') {
		await say(to, first);
	}
	if (isInputStream) {
		await sayLines(to);
	}
	return schema && mayGoOn(to) ? askUntilItFits(to, schema) : null;
}

async function say(to: TalkOptions, text: string): Promise<void> {
	if (mayGoOn(to)) {
		to.engine.dispatch({type: 'send', text});
		await to.engine.query({type: 'idle'});
	}
}

/** Returns false if a signal came or the run has failed. */
function mayGoOn({signal, keeper}: TalkOptions): boolean {
	return !signal.aborted && keeper.failure() === null;
}

/**
 * Sends the messages of stdin. Further lines are read while an answer is on its way, because one of
 * them may interrupt it.
 */
async function sayLines(to: TalkOptions): Promise<void> {
	const lines = to.cli.readLines()[Symbol.asyncIterator]();
	let said: Promise<void> | null = null;
	for (let number = 1; mayGoOn(to); number += 1) {
		const line = await nextLine(lines, to);
		if (line === null) {
			break;
		}
		const read = readInputLine(line);
		if (read.type === 'message') {
			said = (said ?? Promise.resolve()).then(() => say(to, read.text));
		} else if (read.type === 'interrupt') {
			to.engine.dispatch({type: 'interrupt'});
		} else if (read.type === 'wrong') {
			to.keeper.fail(failed('bad-input', `line ${number} of stdin: ${read.problem}.`));
		}
	}
	await said;
	if (said === null && to.prompt === '' && mayGoOn(to)) {
		to.keeper.fail(failed('bad-input', 'stdin held no message.'));
	}
}

/**
 * Returns the next line; null at the end of stdin, if stdin can't be read, or if the run has to
 * end.
 */
async function nextLine(
	lines: AsyncIterator<string>,
	{signal, keeper}: TalkOptions,
): Promise<string | null> {
	const ended = new Promise<null>(resolve => {
		signal.addEventListener('abort', () => resolve(null), {once: true});
	});
	try {
		const next = await Promise.race([lines.next(), ended]);
		return next === null || next.done ? null : next.value;
	} catch (error) {
		keeper.fail(failed('bad-input', error instanceof Error ? error.message : String(error)));
		return null;
	}
}

const repeatsMax = 2;

async function askUntilItFits(to: TalkOptions, schema: AnswerSchema): Promise<JsonAnswer | null> {
	for (let repeats = 0; ; repeats += 1) {
		const {outcome, isWhole, answer} = to.keeper.now();
		if (outcome !== 'done' || !isWhole || !mayGoOn(to)) {
			return null;
		}
		const checked = schema.check(answer);
		if (checked.fits) {
			to.keeper.shortenAnswer(checked.json);
			return {value: checked.value};
		}
		if (repeats === repeatsMax) {
			to.keeper.fail(
				failed('bad-input', `the answer does not fit --output-schema: ${checked.problem}`),
			);
			return null;
		}
		await say(to, askedAgain(checked.problem));
	}
}
