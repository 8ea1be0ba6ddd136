import type {CallId} from '../../events/ids.ts';
import {isJsonObject, type Json} from '../../events/json.ts';
import type {Outcome} from '../../events/outcome.ts';
import type {SentImage} from '../../events/part.ts';
import {beginningOf} from '../../events/shorten.ts';
import {longestTicks} from '../../text/longest-ticks.ts';
import {plainOutput} from '../../text/plain-output.ts';
import {allowedWords} from '../allowed-words.ts';
import {outputOf, planText, textKeys} from '../call-output.ts';
import {endWords, knownLater} from '../end-words.ts';
import {failureLine} from '../failure-words.ts';
import {resultText} from '../select.ts';
import type {CallStatus, ToolCall} from '../state.ts';
import type {ItemKind} from './item-kind.ts';

/**
 * The place in the conversation where a call was proposed. The call itself is in `calls` of the
 * state.
 */
export type ProposedCall = {readonly type: 'call'; readonly call: CallId};

export const call: ItemKind<ProposedCall, ToolCall> = {
	addedBy: {'tool.proposed': event => ({type: 'call', call: event.call})},
	key: item => item.call,
	shown: (item, calls) => calls.get(item.call) ?? null,
	turn: (item, {calls}) => calls.get(item.call)?.turn ?? null,
	input(item, {calls}) {
		const record = calls.get(item.call);
		return record
			? [
					{type: 'call', id: record.id, name: record.tool, arguments: record.raw},
					{type: 'result', id: record.id, output: resultText(record), ...imagesOf(record)},
				]
			: [];
	},
	markdown(item, calls) {
		const record = calls.get(item.call);
		return record ? ['', ...callLines(record)] : [];
	},
	copied: record => plainOutput(outputOf(record).text) || record.summary,
	searched: record =>
		[
			record.tool,
			record.host,
			record.summary,
			record.mended,
			statusText(record.status),
			plainOutput(outputOf(record).text),
		].join('\n'),
};

/**
 * The images in the result of a call to an MCP server, by the names under which the session keeps
 * them.
 */
function imagesOf({status}: ToolCall): {readonly images?: readonly SentImage[]} {
	const result = status.type === 'ended' && 'result' in status.outcome && status.outcome.result;
	const listed =
		result && Array.isArray(result['images']) ? (result['images'] as readonly Json[]) : [];
	const images = listed.flatMap(image => {
		const name = isJsonObject(image) ? image['image'] : null;
		return typeof name === 'string' ? [{name}] : [];
	});
	return images.length === 0 ? {} : {images};
}

function callLines(call: ToolCall): readonly string[] {
	const {tool, host, summary, status} = call;
	const end = status.type === 'ended' ? exportedEnd(call, status.outcome) : openWords[status.type];
	const allowed = allowedWords(call);
	const result = status.type === 'ended' ? exportedResult(status.outcome) : '';
	const text = planText(call) ?? result;
	return [
		`**${tool}** on ${host}: ${end}${allowed === null ? '' : `; ${allowed}`}`,
		'',
		...fenced(summary),
		...(text === '' ? [] : ['', ...fenced(text)]),
	];
}

const openWords = {
	proposed: 'not yet decided',
	waiting: 'waits for an answer',
	running: 'runs',
} as const;

function exportedEnd(call: ToolCall, outcome: Outcome): string {
	switch (outcome.status) {
		case 'ok': {
			const code = outcome.result['exit_code'];
			return typeof code === 'number' ? `done, exit code ${code}` : 'done';
		}
		case 'failed':
			return `failed: ${failureLine(call, outcome.failure)}${later(call)}`;
		case 'lost':
			return `lost, outcome unknown: ${outcome.failure.message}${later(call)}`;
		default:
			return endWords(call, outcome);
	}
}

function later(call: ToolCall): string {
	const known = knownLater(call);
	return known === null ? '' : ` (${known})`;
}

const resultLengthMax = 20_000;

/** The result as readable text; JSON if the tool gave no text. */
function exportedResult(outcome: Outcome): string {
	const result = 'result' in outcome ? outcome.result : undefined;
	if (!result) {
		return '';
	}
	const key = textKeys.find(name => typeof result[name] === 'string');
	const text =
		key === undefined ? JSON.stringify(result, null, 2) : plainOutput(String(result[key]));
	const shown = beginningOf(text, resultLengthMax);
	const more = text.length - shown.length;
	return more > 0 ? `${shown}\n[… ${more} more characters; the journal has them]` : text.trimEnd();
}

/** A code fence that is longer than any fence in the text. */
function fenced(text: string): readonly string[] {
	const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
	return [fence, text, fence];
}

function statusText(status: CallStatus): string {
	if (status.type !== 'ended') {
		return status.type === 'running' ? status.note : '';
	}
	const {outcome} = status;
	if (outcome.status === 'failed' || outcome.status === 'lost') {
		return `${outcome.failure.message}\n${outcome.failure.detail}`;
	}
	return outcome.status === 'denied' ? (outcome.reason ?? '') : '';
}
