import type {ServerResponse} from 'node:http';
import {type Clock, systemClock} from '../source/platform/clock.ts';

/**
 * The answer of a model server on loopback, which sends it as chat completions at an even rate. The
 * server is a process of its own, so that its timers and the measurements don't disturb each other.
 */
export type Script = {
	readonly tokens: number;
	readonly tokensPerSecond: number;
	/** The last words of the answer. When they are on the screen, the answer is complete. */
	readonly ending: string;
};

export type Message =
	| {readonly type: 'listening'; readonly port: number}
	| {readonly type: 'taken'}
	/** The last token was sent at this time, by a clock that all processes share. */
	| {readonly type: 'ended'; readonly at: number};

const {createServer} = process.getBuiltinModule('node:http');
const clock = systemClock();
let script: Script = {tokens: 1, tokensPerSecond: 200, ending: 'done'};

process.on('message', (next: Script) => {
	script = next;
	tell({type: 'taken'});
});
process.on('disconnect', () => process.exit());

const server = createServer((request, response) => {
	request.resume();
	request.on('end', () => {
		if (request.method === 'POST') {
			void answer(response, script, clock);
		} else {
			const model = {id: 'scripted', object: 'model', created: 0, owned_by: 'bench'};
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({object: 'list', data: [model]}));
		}
	});
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	tell({type: 'listening', port: typeof address === 'object' ? (address?.port ?? 0) : 0});
});

function tell(message: Message): void {
	process.send?.(message);
}

async function answer(
	response: ServerResponse,
	{tokens, tokensPerSecond, ending}: Script,
	clock: Clock,
): Promise<void> {
	response.writeHead(200, {'content-type': 'text/event-stream'});
	response.socket?.setNoDelay(true);
	const beganAt = clock.elapsed();
	for (let sent = 0; sent < tokens && !response.destroyed; ) {
		const due = Math.min(tokens, 1 + ((clock.elapsed() - beganAt) * tokensPerSecond) / 1000);
		for (; sent < Math.floor(due); sent++) {
			response.write(chunk({content: tokenAt(sent)}, null));
		}
		await clock.sleep(Math.max(0, beganAt + (sent * 1000) / tokensPerSecond - clock.elapsed()));
	}
	response.write(chunk({content: `\n\n${ending}`}, null));
	tell({type: 'ended', at: performance.timeOrigin + clock.elapsed()});
	response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
}

/** The words of answers. They contain none of the letters that the measurements type. */
const words =
	'the sun rose late over a field of barley and the people there had come from the hills to see it'.split(
		' ',
	);
const lineTokens = 12;
const paragraphTokens = 48;

function tokenAt(index: number): string {
	const word = words[(index * 7) % words.length] ?? '';
	const place = index + 1;
	return place % paragraphTokens === 0
		? `${word}.\n\n`
		: place % lineTokens === 0
			? `${word},\n`
			: `${word} `;
}

function chunk(delta: object, finish: string | null): string {
	const choices = [{index: 0, delta, finish_reason: finish}];
	const envelope = {id: 'answer', object: 'chat.completion.chunk', created: 0, model: 'scripted'};
	return `data: ${JSON.stringify({...envelope, choices})}\n\n`;
}
