import {spawn} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {openPlace, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {journalOf, recordsOf} from '../helpers/engine-process.ts';
import {clientEnvironment, startMcp} from '../helpers/mcp-program.ts';
import {isLong} from '../helpers/often.ts';

const root = join(import.meta.dirname, '../..');
const clientCount = 20;
const roundCount = isLong ? 60 : 15;
const measuredRoundCount = isLong ? 25 : 10;
/** Hundreds of calls and their results, which the session keeps: 40 MB would be 100 kB for each of 400. */
const memoryGrowthMax = 40;
const memoryMbMax = 60;

function memoryMb(pid: number): number {
	const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return Number(kb) / 1024;
}

it('20 clients make 1,000 calls: none is lost, none is answered twice, and memory stays level', async () => {
	const place = openPlace();
	const clients = Array.from({length: clientCount}, () => startMcp({place}));
	await Promise.all(clients.map(client => client.initialize()));
	for (let index = 0; index < clientCount; index += 1) {
		writeFileSync(join(place.cwd, `f${index}`), `number ${index}\n`);
	}
	const round = async () => {
		await Promise.all(
			clients.flatMap((client, index) =>
				[index, (index + 7) % clientCount].map(async file => {
					const {structuredContent} = await client.call('read_file', {path: `f${file}`});
					expect(JSON.stringify(structuredContent)).toContain(`number ${file}\\n`);
				}),
			),
		);
	};
	for (let count = 0; count < roundCount; count += 1) {
		await round();
	}
	const {pid, session} = recordsOf(place)[0]!;
	expect(recordsOf(place)).toHaveLength(1);
	const before = memoryMb(pid);
	for (let count = 0; count < measuredRoundCount; count += 1) {
		await round();
	}
	expect(memoryMb(pid) - before).toBeLessThan(memoryGrowthMax);
	for (const client of clients) {
		const ids = client.messages.map(({id}) => id);
		expect(new Set(ids).size).toBe(ids.length);
	}
	const total = clientCount * 2 * (roundCount + measuredRoundCount);
	const lines = () => readFileSync(journalOf(place, session), 'utf8').split('\n');
	const countOf = (type: string) =>
		lines().filter(line => line.includes(`"type":"${type}"`)).length;
	await expect.poll(() => countOf('tool.delivered')).toBe(total);
	expect([countOf('tool.proposed'), countOf('tool.ended')]).toEqual([total, total]);
}, 300_000);

/** A server that does nothing, made with the SDK alone. */
const bare = `
	import {McpServer} from '@modelcontextprotocol/server';
	import {serveStdio} from '@modelcontextprotocol/server/stdio';
	serveStdio(() => new McpServer({name: 'bare', version: '1'}, {capabilities: {tools: {}}}));
`;

/** Starts a server, and measures the time to the answer to its first request. */
async function firstAnswer(place: Place, words: readonly string[]) {
	const at = performance.now();
	const child = spawn(process.execPath, [...words], {cwd: root, env: clientEnvironment(place)});
	onTestFinished(() => void child.kill('SIGKILL'));
	const params = {
		protocolVersion: '2025-11-25',
		capabilities: {},
		clientInfo: {name: 'raw', version: '1'},
	};
	child.stdin.write(`${JSON.stringify({jsonrpc: '2.0', id: 1, method: 'initialize', params})}\n`);
	await new Promise(done => {
		child.stdout.once('data', done);
	});
	const measured = {ms: performance.now() - at, mb: memoryMb(child.pid!)};
	child.kill('SIGKILL');
	return measured;
}

it('the program that clients start is small beside an engine that runs', async () => {
	const place = openPlace();
	const first = startMcp({place});
	await first.initialize();
	await first.call('list_pty_sessions');
	const own: {ms: number; mb: number}[] = [];
	const others: {ms: number; mb: number}[] = [];
	for (let count = 0; count < 3; count += 1) {
		own.push(await firstAnswer(place, [builtProgram, 'mcp']));
		others.push(await firstAnswer(place, ['--input-type=module', '-e', bare]));
	}
	const median = (values: readonly number[]) =>
		values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
	const ms = median(own.map(one => one.ms));
	const bareMs = median(others.map(one => one.ms));
	const mb = median(own.map(one => one.mb));
	console.info(
		`first answer after ${ms.toFixed(0)} ms, ${mb.toFixed(0)} MB; of a bare server ${bareMs.toFixed(0)} ms`,
	);
	expect(mb).toBeLessThan(memoryMbMax);
});
