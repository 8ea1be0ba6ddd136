/**
 * Makes one measurement in a process of its own: `node load.ts '{"port":…}'` prints a line of JSON.
 * With `seconds` it sends requests as fast as `clients` can; with `times` it sends that many.
 */
import {percentile} from '../statistics.ts';

export type Load = {
	readonly port: number;
	readonly path: string;
	readonly model: string;
	readonly headers: Readonly<Record<string, string>>;
	/** How many tools the client's requests contain. */
	readonly tools: number;
	readonly clients: number;
	readonly times?: number;
	readonly seconds?: number;
};

export type Loaded = {
	readonly answers: number;
	readonly errors: number;
	readonly lastError: string;
	readonly perSecond: number;
	readonly firstByteMs: number;
	readonly chunkMs: number;
	readonly chunkMsP99: number;
};

const load = JSON.parse(process.argv[2] ?? '{}') as Load;
const http = process.getBuiltinModule('node:http');
const agent = new http.Agent({keepAlive: true, maxFreeSockets: 1024});
const body = JSON.stringify(bodyOf(load));
const firstBytes: number[] = [];
const delays: number[] = [];
let [answers, errors, lastError] = [0, 0, ''];

const stampLengthMax = 40;
const errorsMax = 20;
const beganAt = performance.now();
await Promise.all(
	Array.from({length: load.clients}, async () => {
		for (let count = 0; goesOn(count) && errors < errorsMax; count += 1) {
			await ask();
		}
	}),
);
const tookMs = performance.now() - beganAt;
const result: Loaded = {
	answers,
	errors,
	lastError,
	perSecond: (answers * 1000) / tookMs,
	firstByteMs: percentile(firstBytes, 50),
	chunkMs: percentile(delays, 50),
	chunkMsP99: percentile(delays, 99),
};
console.log(JSON.stringify(result));
process.exit(0);

function goesOn(count: number): boolean {
	return load.seconds === undefined
		? count < (load.times ?? 1)
		: performance.now() - beganAt < load.seconds * 1000;
}

function bodyOf({path, model, tools: count}: Load): object {
	const messages = [{role: 'user', content: 'hi there'}];
	const tools = count === 0 ? {} : {tools: Array.from({length: count}, (_, at) => toolOf(at))};
	return path.endsWith('/responses')
		? {model, input: messages, stream: true, store: false}
		: {model, messages, max_tokens: 1000, stream: true, ...tools};
}

/** A tool in the format of Chat Completions. */
function toolOf(at: number): object {
	const properties = {path: {type: 'string', description: 'Where.'}, lines: {type: 'integer'}};
	const parameters = {type: 'object', properties, required: ['path']};
	const name = `read_part_${at}`;
	return {type: 'function', function: {name, description: 'Reads a part of a file.', parameters}};
}

function ask(): Promise<void> {
	return new Promise(resolve => {
		const askedAt = performance.now();
		const fail = (why: string) => {
			errors += 1;
			lastError = why;
			resolve();
		};
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
			...load.headers,
		};
		const {port, path} = load;
		const request = http.request(
			{host: '127.0.0.1', port, path, method: 'POST', headers, agent},
			response => {
				let isFirst = true;
				let rest = '';
				const stamps = createStamps();
				response.setEncoding('latin1').on('data', (piece: string) => {
					const now = process.hrtime.bigint();
					if (isFirst) {
						firstBytes.push(performance.now() - askedAt);
						isFirst = false;
					}
					rest = stamps.read(rest + piece, now);
				});
				response.on('end', () => {
					if (response.statusCode === 200) {
						answers += 1;
						resolve();
					} else {
						fail(`${response.statusCode} ${rest.slice(0, 200)}`);
					}
				});
				response.on('error', error => fail(error.message));
			},
		);
		request.on('error', error => fail(error.message));
		request.end(body);
	});
}

/**
 * Reads the time stamps of chunks. A protocol may repeat the whole text at its end, so only newer
 * stamps count.
 */
function createStamps() {
	let newest = 0n;
	return {
		/** Returns the end of the text that may be the beginning of the next stamp. */
		read(text: string, now: bigint): string {
			let end = 0;
			for (const found of text.matchAll(/<@(\d+)@>/g)) {
				const sentAt = BigInt(found[1] ?? '0');
				end = found.index + found[0].length;
				if (sentAt > newest) {
					newest = sentAt;
					delays.push(Number(now - sentAt) / 1e6);
				}
			}
			return text.slice(Math.max(end, text.length - stampLengthMax));
		},
	};
}
