import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {kinds} from './answers.ts';
import {type Script, scriptOf} from './script.ts';

/** A provider that speaks all protocols. The seed in the model's name decides its answer. */
export type FuzzUpstream = {
	readonly origin: string;
	/** How many events it has written so far. */
	readonly events: () => number;
	readonly close: () => Promise<void>;
};

export async function startFuzzUpstream(): Promise<FuzzUpstream> {
	let events = 0;
	const tries = new Map<string, number>();
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		response.on('error', () => {});
		void readText(request).then(body => {
			const kind = kinds.find(each => request.url?.startsWith(`/${each}`)) ?? 'chat';
			const seed = seedOf(`${request.url} ${body.slice(0, 2000)} ${body.slice(-2000)}`);
			// If the same request comes again, the answer is another one, as from a real model.
			const count = tries.get(seed) ?? 0;
			tries.set(seed, count + 1);
			if (tries.size > triesKept) {
				tries.delete(tries.keys().next().value ?? '');
			}
			const script = scriptOf(Number(seed) + count * 7919, kind, isStream(body, request.url));
			events += script.events;
			return play(script, response);
		});
	});
	const port = await listen(server);
	return {
		origin: `http://127.0.0.1:${port}`,
		events: () => events,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const triesKept = 10_000;

function seedOf(text: string): string {
	return /\bseed-(\d+)/.exec(text)?.[1] ?? '1';
}

function isStream(body: string, url = ''): boolean {
	return url.includes('streamGenerateContent') || body.includes('"stream":true');
}

async function readText(request: IncomingMessage): Promise<string> {
	let text = '';
	try {
		for await (const piece of request.setEncoding('utf8')) {
			text += piece;
		}
	} catch {
		// The proxy has closed the connection.
	}
	return text;
}

async function play(script: Script, response: ServerResponse): Promise<void> {
	response.writeHead(script.status, script.headers);
	for (const piece of script.pieces) {
		if (response.destroyed) {
			return;
		}
		response.write(piece);
		await new Promise(setImmediate);
	}
	if (script.ending === 'end') {
		response.end();
	} else if (script.ending === 'break') {
		response.destroy();
	}
}

function listen(server: Server): Promise<number> {
	return new Promise(resolve => {
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
		});
	});
}
