import type {IncomingMessage} from 'node:http';
import type {Clock} from '../../source/platform/clock.ts';
import {createSseReader} from '../../source/proxy/translate/sse.ts';
import {wholeText} from './storm-upstream.ts';

/** `broken`: the client got neither a whole answer nor a clear failure, which must never happen. */
export type Outcome = 'whole' | 'failed' | 'left' | 'broken';

export type StormCall = {
	readonly port: number;
	readonly token: string;
	readonly path: '/v1/responses' | '/v1/chat/completions' | '/v1/messages';
	readonly stream: boolean;
	/** Disconnects after this time; null to wait for the end. */
	readonly leaveMs: number | null;
	readonly clock: Clock;
	/** Called with a description of what was broken. */
	readonly complain: (what: string) => void;
};

const agent = new (process.getBuiltinModule('node:http').Agent)({keepAlive: true});

export function callThrough(call: StormCall): Promise<Outcome> {
	const {port, token, path, stream, leaveMs, clock} = call;
	const content = [{role: 'user', content: 'count'}];
	const input = path === '/v1/responses' ? {input: content} : {messages: content};
	const body = JSON.stringify({model: 'storm', ...input, max_tokens: 500, stream});
	return new Promise(resolve => {
		let over = false;
		const finish = (outcome: Outcome) => {
			if (!over) {
				over = true;
				timer?.cancel();
				resolve(outcome);
			}
		};
		const request = process.getBuiltinModule('node:http').request({
			host: '127.0.0.1',
			port,
			path,
			method: 'POST',
			agent,
			headers: {
				authorization: `Bearer ${token}`,
				'content-type': 'application/json',
				'content-length': Buffer.byteLength(body),
			},
		});
		const timer =
			leaveMs === null
				? null
				: clock.after(leaveMs, () => {
						finish('left');
						request.destroy();
					});
		request.on('error', error => {
			if (!over) {
				call.complain(`${path}: ${error.message}`);
			}
			finish('broken');
		});
		request.on('response', response => {
			const complain = (what: string) => (over ? undefined : call.complain(what));
			void read(response, {...call, complain}).then(finish);
		});
		request.end(body);
	});
}

async function read(response: IncomingMessage, call: StormCall): Promise<Outcome> {
	let text = '';
	try {
		for await (const piece of response.setEncoding('utf8')) {
			text += piece;
		}
	} catch {
		call.complain(`${call.path}: the connection broke after ${text.slice(-200)}`);
		return 'broken';
	}
	if (response.statusCode !== 200) {
		return JSON.parse(text).error?.message ? 'failed' : 'broken';
	}
	const outcome = call.stream ? judgeStream(text) : judgeWhole(text);
	if (outcome === 'broken') {
		call.complain(`${call.path} ${call.stream}: ${text.slice(-600)}`);
	}
	return outcome;
}

function judgeWhole(text: string): Outcome {
	const answer = JSON.parse(text);
	const said =
		answer.output?.map((item: Wire) => item.content[0].text).join('') ??
		answer.choices?.[0].message.content ??
		answer.content?.map((block: Wire) => block.text).join('');
	return said === wholeText ? 'whole' : 'broken';
}

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

function judgeStream(text: string): Outcome {
	let said = '';
	let ending = '';
	const reader = createSseReader(data => {
		if (data === '[DONE]') {
			ending ||= 'done';
			return;
		}
		const event: Wire = JSON.parse(data);
		said +=
			event.type === 'response.output_text.delta'
				? event.delta
				: (event.choices?.[0]?.delta?.content ?? event.delta?.text ?? '');
		if (event.error || event.type === 'response.failed' || event.type === 'error') {
			ending = 'failed';
		} else if (event.type === 'response.completed' || event.type === 'message_stop') {
			ending = 'done';
		}
	});
	reader.push(text);
	reader.end();
	if (ending === 'failed') {
		// Even before a failure, the text so far must be the beginning of the right answer.
		return wholeText.startsWith(said) ? 'failed' : 'broken';
	}
	return ending === 'done' && said === wholeText ? 'whole' : 'broken';
}
