import {isJsonObject} from '../../events/json.ts';
import {beginningOf} from '../../events/shorten.ts';
import type {NeutralCall, NeutralEvent, NeutralItem} from '../neutral.ts';
import type {Attempt} from '../repair/attempt.ts';
import type {Again} from './client-response.ts';
import {parseJson} from './request-reading.ts';

export type BrokenCall = {
	readonly start: NeutralEvent & {readonly type: 'call.start'};
	/** Whether the name is an offered tool. */
	readonly isKnown: boolean;
	/** The call as the model wrote it. */
	readonly attempt: Attempt;
	/** The problem, in words that tell the model what to do. */
	readonly why: string;
	/** A code for the signal; it never contains words of the model. */
	readonly code: string;
};

/**
 * Returns what to ask the model within the same answer: its own text, and what is wrong with it.
 */
export function askBack(
	broken: readonly BrokenCall[],
	{said, timesMax}: {readonly said: string; readonly timesMax: number},
): Again {
	const first = broken[0];
	return {
		why: 'asked-back',
		items: broken.every(call => call.isKnown) ? asResults(broken, said) : asWords(broken, said),
		note: noteOf(broken),
		otherwise: {type: 'finish', finish: 'stop'},
		timesMax,
		...(first && {code: first.code}),
	};
}

/** Returns a note for the client's transcript: what was wrong, and that nothing has run. */
export function noteOf(broken: readonly BrokenCall[]): string {
	return broken.map(({why}) => `\n[A tool call of the model was not run: ${why}]\n`).join('');
}

function asResults(broken: readonly BrokenCall[], said: string): readonly NeutralItem[] {
	const calls = broken.map(({start, attempt}): NeutralCall => {
		const {id, name, namespace, form} = start;
		return {type: 'call', id, name, namespace, form, arguments: readableArguments(attempt)};
	});
	const results = broken.map(({start, why}): NeutralItem => {
		const {id, form} = start;
		return {type: 'result', id, form, failed: true, parts: [{type: 'text', text: wordsOf(why)}]};
	});
	return [...wordsOfModel(said), ...calls, ...results];
}

/**
 * Writes the calls and the reasons why they were not run as plain messages. It is used if a tool
 * does not exist: the provider would refuse a call of it.
 */
function asWords(broken: readonly BrokenCall[], said: string): readonly NeutralItem[] {
	const written = broken.map(({attempt}) => beginningOf(attempt.raw, rawLengthMax)).join('\n');
	const text = broken.map(({why}) => wordsOf(why)).join('\n');
	return [
		...wordsOfModel(`${said}${said === '' ? '' : '\n'}${written}`),
		{type: 'message', role: 'user', parts: [{type: 'text', text: `[${text}]`}]},
	];
}

const rawLengthMax = 4000;

function wordsOf(why: string): string {
	return `This tool call was not run. ${why}`;
}

function wordsOfModel(text: string): readonly NeutralItem[] {
	return text.trim() === ''
		? []
		: [{type: 'message', role: 'assistant', parts: [{type: 'text', text}]}];
}

/**
 * Returns the model's arguments as valid JSON, since the chat templates of local models fail on
 * anything else. If the text is not usable as arguments, it becomes the value of a single one.
 */
export function readableArguments({arguments: written, raw}: Attempt): string {
	if (written.type === 'fields') {
		return JSON.stringify(Object.fromEntries(written.fields.map(({name, text}) => [name, text])));
	}
	return isJsonObject(parseJson(written.text))
		? written.text
		: JSON.stringify({unreadable: beginningOf(raw, rawLengthMax)});
}
