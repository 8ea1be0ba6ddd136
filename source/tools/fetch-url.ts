import type {RiskFacts} from '../events/authorization.ts';
import {failed} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {isPrivateAddress, isPrivateName} from '../platform/addresses.ts';
import {clamp} from './clamp.ts';
import {withDeadline} from './deadline.ts';
import {fetchPage, type Page} from './fetch-page.ts';
import {htmlText, htmlTitle} from './html-text.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const fetchUrl: Tool = {
	name: 'fetch_url',
	description:
		'Fetches one page by GET, http or https, and returns its text. HTML becomes plain text. A redirect to another host is not followed but named, so that it can be asked for.',
	parameters: {
		type: 'object',
		properties: {
			url: {type: 'string', description: 'The address, with http:// or https://.'},
			max_characters: {
				type: 'integer',
				description: 'How much of the text at most. Default 40000, at most 200000.',
				minimum: 1,
			},
			from_character: {type: 'integer', description: 'Where to go on. Default 0.', minimum: 0},
			allow_private: {
				type: 'boolean',
				description: 'It is on this machine or a private network; the person is asked.',
			},
		},
		required: ['url'],
	},
	problem: ({url}) => problemOf(URL.parse(String(url))),
	scope: () => 'network',
	summary: ({url}) => `fetch ${url}`,
	exposure,
	// This program fetches pages itself, on this machine, wherever commands run.
	host: () => localHost,
	run,
};

const pageBytesMax = 8_388_608;
const fetchMsMax = 30_000;
const characters = {fallback: 40_000, min: 1, max: 200_000};

function exposure(input: JsonObject): RiskFacts {
	const url = URL.parse(String(input['url']));
	if (!url) {
		return {};
	}
	const isPrivate = mayBePrivate(url, input);
	return {
		targets: [`//${url.hostname}`],
		...(isPrivate && {raises: 'it is an address on this machine or a private network'}),
	};
}

function mayBePrivate(url: URL, input: JsonObject): boolean {
	return (
		input['allow_private'] === true ||
		isPrivateAddress(url.hostname) ||
		isPrivateName(url.hostname.replace(/^\[|\]$/g, ''))
	);
}

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const url = URL.parse(String(input['url']));
	const problem = problemOf(url);
	if (problem !== null || !url) {
		return fail(failed('bad-input', problem ?? 'It is no address.'));
	}
	const page = await withDeadline(context, fetchMsMax, signal =>
		fetchPage({url, signal, mayBePrivate: mayBePrivate(url, input), bytesMax: pageBytesMax}),
	);
	return page.ok ? succeed(answerOf(page.value, input)) : fail(page.failure);
}

function problemOf(url: URL | null): string | null {
	if (!url) {
		return '"url" is not an address. Write it whole, with https://.';
	}
	if (url.protocol !== 'http:' && url.protocol !== 'https:') {
		return `Only http and https are fetched, not ${url.protocol}`;
	}
	return url.username === '' && url.password === ''
		? null
		: 'An address with a name or a password in it is not fetched.';
}

function answerOf(page: Page, input: JsonObject): JsonObject {
	const kind = page.type.split(';')[0]!.trim().toLowerCase();
	const isText = kind === '' || /^text\/|json|xml|javascript|yaml|csv/.test(kind);
	const source = isText ? decoded(page) : '';
	const isHtml = /html/.test(kind) || /^\s*<(?:!doctype html|html)\b/i.test(source);
	const text = isHtml ? htmlText(source) : source;
	const from = clamp(input['from_character'], {fallback: 0, min: 0, max: text.length});
	const end = from + clamp(input['max_characters'], characters);
	return {
		url: page.url,
		status: page.status,
		content_type: kind,
		title: isHtml ? htmlTitle(source) : null,
		redirects: page.redirects,
		redirect_to: page.elsewhere,
		content: isText ? text.slice(from, end) : null,
		total_characters: text.length,
		truncated: end < text.length || page.isCut,
		hint: hintOf(page, {next: end < text.length ? end : null, isText}),
	};
}

function decoded({type, body}: Page): string {
	const label = /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
	try {
		return new TextDecoder(label).decode(body);
	} catch {
		return body.toString('utf8');
	}
}

function hintOf(
	{elsewhere, body}: Page,
	{next, isText}: {next: number | null; isText: boolean},
): string | null {
	if (elsewhere !== null) {
		return 'It redirects to another host. Fetch redirect_to if that is meant.';
	}
	if (!isText) {
		return `It is no text (${body.length} bytes).`;
	}
	return next === null ? null : `Go on with from_character ${next}.`;
}
