import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {type Clock, systemClock} from '../../source/platform/clock.ts';

/**
 * A provider on loopback that fails in random ways. Its answers are numbered words, `w0 w1 … w19`,
 * so that a client notices a missing or repeated one. If it is asked to continue an answer, it
 * continues after the answer's last word.
 */
export type StormUpstream = {
	readonly baseUrl: string;
	/** How many requests are being answered. */
	readonly open: () => number;
	readonly seen: () => number;
	/** Stops failing: from now on all answers are good. */
	readonly calm: () => void;
	readonly close: () => Promise<void>;
};

export const wordsTotal = 20;
export const wholeText = words(0);

const faults = [
	'500',
	'503',
	'429',
	'400',
	'reset',
	'reset in the middle',
	'end in the middle',
	'half a chunk',
	'web page',
	'error in the stream',
	'silence',
	'silence in the middle',
] as const;

type Fault = (typeof faults)[number] | 'none';

export async function startStormUpstream({
	random,
	faultShare,
	pauseMs,
}: {
	readonly random: () => number;
	/** The share of requests that fail, from 0 to 1. */
	readonly faultShare: number;
	/** The longest pause between two words. */
	readonly pauseMs: number;
}): Promise<StormUpstream> {
	const clock = systemClock();
	let [open, seen, share] = [0, 0, faultShare];
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		open += 1;
		seen += 1;
		response.on('close', () => {
			open -= 1;
		});
		const fault = random() < share ? faults[Math.floor(random() * faults.length)]! : 'none';
		void readBody(request).then(body =>
			answer({request, response, body, fault, clock, pause: () => random() * pauseMs}),
		);
	});
	const port = await listen(server);
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		open: () => open,
		seen: () => seen,
		calm() {
			share = 0;
		},
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

export function words(from: number): string {
	return Array.from({length: wordsTotal - from}, (_, index) => `w${from + index} `).join('');
}

function listen(server: Server): Promise<number> {
	return new Promise(resolve => {
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
		});
	});
}

async function readBody(request: IncomingMessage): Promise<Asked> {
	let text = '';
	try {
		for await (const piece of request.setEncoding('utf8')) {
			text += piece;
		}
		return JSON.parse(text) as Asked;
	} catch {
		return {messages: [], stream: false};
	}
}

type Asked = {
	readonly stream?: boolean;
	readonly messages: readonly {readonly role: string; readonly content: string}[];
};

type Exchange = {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly body: Asked;
	readonly fault: Fault;
	readonly clock: Clock;
	readonly pause: () => number;
};

async function answer(exchange: Exchange): Promise<void> {
	const {response, request, body, fault} = exchange;
	const status = Number(fault);
	if (Number.isInteger(status)) {
		response.writeHead(status, {'content-type': 'application/json', 'retry-after-ms': '5'});
		response.end(`{"error":{"message":"by chance, ${status}"}}`);
	} else if (fault === 'reset') {
		(request.socket as Socket).resetAndDestroy();
	} else if (fault === 'web page') {
		response.writeHead(200, {'content-type': 'text/html'});
		response.end('<html>Sign in</html>');
	} else if (fault !== 'silence') {
		const from = wordsShown(body);
		await (body.stream ? stream(exchange, from) : whole(exchange, from));
	}
}

/** Counts the words of the unfinished answer in the request. The provider continues after them. */
function wordsShown({messages}: Asked): number {
	const shown = messages.findLast(({role}) => role === 'assistant')?.content ?? '';
	return shown.split(' ').filter(word => /^w\d+$/.test(word)).length;
}

async function whole({response, clock, pause, fault}: Exchange, from: number): Promise<void> {
	await clock.sleep(pause());
	const message = {role: 'assistant', content: words(from)};
	const text = JSON.stringify({choices: [{index: 0, message, finish_reason: 'stop'}]});
	response.writeHead(200, {'content-type': 'application/json'});
	response.end(fault === 'none' ? text : text.slice(0, text.length / 2));
}

async function stream(exchange: Exchange, from: number): Promise<void> {
	const {response, request, fault, clock, pause} = exchange;
	response.writeHead(200, {'content-type': 'text/event-stream'});
	const breakAt = fault === 'none' ? wordsTotal : from + Math.floor((wordsTotal - from) / 2);
	for (let index = from; index < breakAt && !response.destroyed; index += 1) {
		response.write(chunk({content: `w${index} `}, null));
		await clock.sleep(pause());
	}
	switch (fault) {
		case 'none':
			response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`);
			break;
		case 'half a chunk':
			response.end(chunk({content: 'never whole'}, null).slice(0, 40));
			break;
		case 'error in the stream':
			response.end('data: {"error":{"message":"by chance","code":500}}\n\n');
			break;
		case 'end in the middle':
			response.end();
			break;
		case 'silence in the middle':
			break;
		default:
			(request.socket as Socket).resetAndDestroy();
	}
}

function chunk(delta: object, reason: string | null): string {
	const choices = [{index: 0, delta, finish_reason: reason}];
	return `data: ${JSON.stringify({id: 'storm', object: 'chat.completion.chunk', choices})}\n\n`;
}

const usage =
	'data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}\n\n';
