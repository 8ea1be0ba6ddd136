import {brotliCompressSync, deflateSync, gzipSync} from 'node:zlib';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createUnpacking, flowThrough} from '../../../source/proxy/route/unpack.ts';
import {proxy} from '../proxies.ts';
import {chatProvider} from '../start-proxy.ts';

const packs = {gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync} as const;
const answer = {choices: [{index: 0, message: {content: 'well'}, finish_reason: 'stop'}]};
const events = [
	{choices: [{index: 0, delta: {content: 'well'}, finish_reason: null}]},
	{choices: [{index: 0, delta: {}, finish_reason: 'stop'}]},
].map(event => `data: ${JSON.stringify(event)}\n\n`);

/** A provider in front of which something packs whatever it says. */
async function start(head: {status?: number; encoding: string}, bytes: Buffer) {
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		request.resume().on('end', () => {
			response.writeHead(head.status ?? 200, {'content-encoding': head.encoding});
			response.end(bytes);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as {port: number};
	const started = await proxy({providers: [chatProvider(`http://127.0.0.1:${port}/v1`)]});
	return (stream: boolean) =>
		started.ask('/v1/responses', {body: {model: 'm', input: 'x', stream}});
}

describe.each(Object.entries(packs))('an answer packed as %s, unasked', (encoding, pack) => {
	test('is unpacked where it is whole', async () => {
		const ask = await start({encoding}, pack(JSON.stringify(answer)));
		expect((await (await ask(false)).json()).output[0].content[0].text).toBe('well');
	});

	test('is unpacked where it is a stream', async () => {
		const ask = await start({encoding}, pack(`${events.join('')}data: [DONE]\n\n`));
		const ended = (await (await ask(true)).events()).at(-1)!;
		expect(ended.name).toBe('response.completed');
		expect(ended.data.response.output[0].content[0].text).toBe('well');
	});
});

test('a packed refusal says why', async () => {
	const said = gzipSync(JSON.stringify({error: {message: 'no such model'}}));
	const ask = await start({status: 400, encoding: 'gzip'}, said);
	expect((await (await ask(false)).json()).error.message).toContain('no such model');
});

test.each([
	['rot13', 'packed as rot13'],
	['gzip', 'does not unpack as gzip'],
])('bytes that are not what %s gives are told at once', async (encoding, words) => {
	const ask = await start({encoding}, Buffer.from(JSON.stringify(answer)));
	expect((await (await ask(false)).json()).error.message).toContain(words);
});

test('what unpacks to far more than it was is given up', async () => {
	const ask = await start({encoding: 'gzip'}, gzipSync(`: ${'x'.repeat(64 * 2 ** 20)}`));
	expect((await (await ask(true)).json()).error.code).toBe('limit_exceeded');
});

test('what is held back is unpacked no further, until it may go on', async () => {
	const heard: string[] = [];
	const unpacking = createUnpacking('gzip', {
		chunk: bytes => heard.push(Buffer.from(bytes).toString()),
		end: () => heard.push('end'),
		fail: why => heard.push(why),
	});
	const told: string[] = [];
	const inner = {
		pause: () => told.push('pause'),
		resume: () => told.push('resume'),
		abort: () => told.push('abort'),
	};
	const flow = flowThrough(inner, () => unpacking);
	flow.pause();
	unpacking!.write(gzipSync('well'));
	unpacking!.end();
	await new Promise(resolve => setImmediate(resolve));
	expect(heard).toEqual([]);
	flow.resume();
	await expect.poll(() => heard).toEqual(['well', 'end']);
	flow.abort();
	expect(told).toEqual(['pause', 'resume', 'abort']);
});

/** What comes out of an answer that is packed as `encoding` says. */
function unpack(encoding: string | undefined) {
	const heard: string[] = [];
	const unpacking = createUnpacking(encoding, {
		chunk: bytes => heard.push(Buffer.from(bytes).toString()),
		end: () => heard.push('end'),
		fail: why => heard.push(why),
	});
	return {heard, unpacking};
}

test.each([undefined, '', ' ', 'identity', ' Identity '])('%j is not packed', encoding => {
	expect(unpack(encoding).unpacking).toBeNull();
});

test.each([
	['gzip', gzipSync],
	[' GZIP ', gzipSync],
	['x-gzip', gzipSync],
	['deflate', deflateSync],
	['br', brotliCompressSync],
] as const)('each piece of %j is told before the next one comes', async (encoding, pack) => {
	const {heard, unpacking} = unpack(encoding);
	const packed = pack('well');
	unpacking!.write(packed.subarray(0, 5));
	unpacking!.write(packed.subarray(5));
	await expect.poll(() => heard.join('')).toBe('well');
	unpacking!.end();
	await expect.poll(() => heard.join('')).toBe('wellend');
});

test('what can not be unpacked is said once, by its name', async () => {
	const {heard, unpacking} = unpack('gzip');
	unpacking!.write(Buffer.from('not packed'));
	await expect.poll(() => heard).toEqual(['that does not unpack as gzip']);
	const other = unpack(`Zstd${'x'.repeat(50)}`);
	expect(other.heard).toEqual([]);
	other.unpacking!.write(Buffer.from('x'));
	other.unpacking!.end();
	await Promise.resolve();
	expect(other.heard).toEqual([`packed as zstd${'x'.repeat(36)}`]);
});

test('of what is given up nothing more is told', async () => {
	const {heard, unpacking} = unpack('gzip');
	const flow = flowThrough({pause() {}, resume() {}, abort() {}}, () => unpacking);
	unpacking!.write(gzipSync('well'));
	flow.abort();
	const other = unpack('gzip');
	other.unpacking!.write(gzipSync('well'));
	await expect.poll(() => other.heard).toEqual(['well']);
	expect(heard).toEqual([]);
	const plain = flowThrough({pause() {}, resume() {}, abort() {}}, () => null);
	plain.pause();
	plain.resume();
	plain.abort();
});
