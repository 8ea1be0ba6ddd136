import {isJsonObject} from '../../events/json.ts';
import type {NeutralCall, NeutralEvent, NeutralItem} from '../neutral.ts';
import type {Attempt} from '../repair/attempt.ts';
import type {Again} from './client-response.ts';
import {parseJson} from './request-reading.ts';

export type BrokenCall = {
	readonly start: NeutralEvent & {readonly type: 'call.start'};
	/** It names a tool on offer. */
	readonly isKnown: boolean;
	/** As the model wrote it. */
	readonly attempt: Attempt;
	/** In words that the model can act on. */
	readonly why: string;
	/** For the signal; never a model's words. */
	readonly code: string;
};

/** Asks the model once more, in the same answer, with what it wrote and what is wrong with it. */
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

/** For the client's transcript: what came of it, and that nothing was run. */
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

/** Where there is no tool that could answer, the user does. */
function asWords(broken: readonly BrokenCall[], said: string): readonly NeutralItem[] {
	const written = broken.map(({attempt}) => attempt.raw.slice(0, rawLengthMax)).join('\n');
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
 * What was written, as JSON in any case: templates of local models fail on anything else. The
 * model sees its own words wherever they can be told as arguments.
 */
export function readableArguments({arguments: written, raw}: Attempt): string {
	if (written.type === 'fields') {
		return JSON.stringify(Object.fromEntries(written.fields.map(({name, text}) => [name, text])));
	}
	return isJsonObject(parseJson(written.text))
		? written.text
		: JSON.stringify({unreadable: raw.slice(0, rawLengthMax)});
}
