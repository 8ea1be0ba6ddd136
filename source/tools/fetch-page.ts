import type {IncomingMessage} from 'node:http';
import {failed, type Result} from '../events/failure.ts';
import {isPrivateAddress} from '../platform/addresses.ts';

export type Page = {
	readonly url: string;
	readonly status: number;
	readonly type: string;
	readonly body: Buffer;
	readonly isCut: boolean;
	readonly redirects: number;
	/** The target of a redirect to another host. Such a redirect is not followed. */
	readonly elsewhere: string | null;
};

export type PageRequest = {
	readonly url: URL;
	readonly signal: AbortSignal;
	/** Whether the user has allowed an address outside of the public internet. */
	readonly mayBePrivate: boolean;
	readonly bytesMax: number;
};

const redirectsMax = 5;

/** Fetches one page by GET and follows redirects on the same host. */
export async function fetchPage(request: PageRequest): Promise<Result<Page>> {
	let {url} = request;
	for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
		const answer = await getOnce({...request, url});
		if (!answer.ok) {
			return answer;
		}
		const {location, ...page} = answer.value;
		const next = location === null ? null : nextUrl(location, url);
		if (next === null || next.host !== url.host || next.protocol !== url.protocol) {
			return {ok: true, value: {...page, redirects, elsewhere: next?.href ?? null}};
		}
		url = next;
	}
	const message = `${request.url.href} redirects more than ${redirectsMax} times.`;
	return {ok: false, failure: failed('limit', message)};
}

function nextUrl(location: string, base: URL): URL | null {
	const next = URL.parse(location, base.href);
	return next && /^https?:$/.test(next.protocol) ? next : null;
}

type Answer = Omit<Page, 'redirects' | 'elsewhere'> & {readonly location: string | null};

function getOnce(request: PageRequest): Promise<Result<Answer>> {
	const {url, signal, mayBePrivate} = request;
	const name = url.protocol === 'https:' ? 'node:https' : 'node:http';
	const {get} = process.getBuiltinModule(name) as typeof import('node:http');
	return new Promise(resolve => {
		const give = (error: unknown) => resolve({ok: false, failure: failureOf(error, url)});
		const sent = get(
			url.href,
			{
				signal,
				headers: {
					accept: 'text/html, text/*, application/json, */*;q=0.5',
					'user-agent': 'agent-tui',
				},
				agent: false,
				lookup: mayBePrivate ? undefined : publicLookup,
			},
			response => void readAnswer(response, request).then(resolve, give),
		);
		sent.on('error', give);
	});
}

async function readAnswer(
	response: IncomingMessage,
	{url, bytesMax}: PageRequest,
): Promise<Result<Answer>> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of response as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > bytesMax) {
			break;
		}
	}
	const status = response.statusCode ?? 0;
	return {
		ok: true,
		value: {
			url: url.href,
			status,
			type: response.headers['content-type'] ?? '',
			body: Buffer.concat(chunks).subarray(0, bytesMax),
			isCut: length > bytesMax,
			location: status >= 300 && status < 400 ? (response.headers.location ?? null) : null,
		},
	};
}

const privateCode = 'PRIVATE_ADDRESS';

/**
 * Looks up a name and refuses private addresses. This is done while connecting, so that the name
 * can't resolve to another address later.
 */
const publicLookup: import('node:net').LookupFunction = (name, options, callback) => {
	const {lookup} = process.getBuiltinModule('node:dns');
	lookup(name, {...options, all: true}, (error, addresses) => {
		if (error) {
			callback(error, '');
			return;
		}
		const inside = addresses.find(({address}) => isPrivateAddress(address));
		if (inside) {
			callback(Object.assign(new Error(inside.address), {code: privateCode}), '');
		} else if (options.all) {
			callback(null, addresses);
		} else {
			callback(null, addresses[0]!.address, addresses[0]!.family);
		}
	});
};

function failureOf(error: unknown, url: URL) {
	const {code, name, message} = error as {code?: string; name?: string; message?: string};
	if (code === privateCode) {
		return failed(
			'denied',
			`${url.host} leads to ${message}, an address that is not the open internet. Call again with allow_private true; the person is asked.`,
		);
	}
	if (name === 'AbortError' || code === 'ABORT_ERR') {
		return failed('timeout', `${url.host} did not answer in time.`);
	}
	return code === 'ENOTFOUND' || code === 'EAI_AGAIN'
		? failed('not-found', `There is no host ${url.hostname}.`)
		: failed('unreachable', `${url.host} could not be reached: ${code ?? message}`);
}
