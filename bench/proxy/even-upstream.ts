/**
 * A provider that does what the model's name says: `chunks-200-rate-0` streams 200 chunks as fast
 * as possible. Each chunk contains the time at which it was sent, so that a client can measure its
 * way through any translation.
 */
import type {ServerResponse} from 'node:http';
import {type Clock, systemClock} from '../../source/platform/clock.ts';

const clock = systemClock();
const server = process.getBuiltinModule('node:http').createServer((request, response) => {
	let text = '';
	request.setEncoding('utf8').on('data', (piece: string) => {
		text += piece;
	});
	request.on('end', () => {
		const {model = '', stream = false} = text === '' ? {} : JSON.parse(text);
		const [, chunks = '1', rate = '0'] = /chunks-(\d+)-rate-(\d+)/.exec(String(model)) ?? [];
		const script = {chunks: Number(chunks), rate: Number(rate)};
		void (stream ? say(response, script, clock) : sayAtOnce(response));
	});
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	console.log(JSON.stringify({port: typeof address === 'object' ? address?.port : 0}));
});

const envelope = {id: 'even', object: 'chat.completion.chunk', created: 1, model: 'even'};
const usage = {prompt_tokens: 1, completion_tokens: 1, total_tokens: 2};

async function say(
	response: ServerResponse,
	{chunks, rate}: {readonly chunks: number; readonly rate: number},
	time: Clock,
): Promise<void> {
	response.writeHead(200, {'content-type': 'text/event-stream'});
	response.socket?.setNoDelay(true);
	const beganAt = time.elapsed();
	for (let sent = 0; sent < chunks && !response.destroyed; sent += 1) {
		const delta = {content: `some words <@${process.hrtime.bigint()}@>`};
		const isTaken = response.write(event({choices: [{index: 0, delta, finish_reason: null}]}));
		if (rate > 0) {
			await time.sleep(Math.max(0, beganAt + ((sent + 1) * 1000) / rate - time.elapsed()));
		} else if (!isTaken) {
			await new Promise(resolve => response.once('drain', resolve).once('close', resolve));
		}
	}
	const ending = event({choices: [{index: 0, delta: {}, finish_reason: 'stop'}]});
	response.end(`${ending}${event({choices: [], usage})}data: [DONE]\n\n`);
}

function sayAtOnce(response: ServerResponse): void {
	const message = {role: 'assistant', content: 'some words'};
	response.writeHead(200, {'content-type': 'application/json'});
	response.end(
		JSON.stringify({...envelope, choices: [{index: 0, message, finish_reason: 'stop'}], usage}),
	);
}

function event(fields: object): string {
	return `data: ${JSON.stringify({...envelope, ...fields})}\n\n`;
}
