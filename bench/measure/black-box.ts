import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {systemClock} from '../../source/platform/clock.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {redactChunks} from '../../source/storage/redact-chunks.ts';
import {openSidecar} from '../../source/storage/sidecar.ts';
import {least} from '../statistics.ts';

/** The cost of recording everything, and of replacing secrets in it. */
export type BlackBoxCosts = {
	/** MB per second for ordinary text: our own sources. */
	readonly redaction: {readonly ours: number; readonly stringify: number};
	/** The share of its time that our thread spends on the debug sidecar during a fast stream. */
	readonly sidecarPercent: number;
};

const turns = 3;
const textBytes = 8_000_000;
const tokensPerAnswer = 20_000;
/** Ten times as fast as a fast provider. */
const tokensPerSecond = 2000;

export function measureBlackBox({megabytes}: {readonly megabytes: number}): BlackBoxCosts {
	const text = ordinaryText();
	const redactor = createRedactor(['a value of the environment']);
	const speeds = (work: () => void) =>
		Math.max(...Array.from({length: turns}, () => text.length / 1000 / cpuMsDuring(work)));
	return {
		redaction: {
			ours: speeds(() => redactor.text(text)),
			stringify: speeds(() => JSON.stringify(text)),
		},
		sidecarPercent: least(Array.from({length: turns}, () => sidecarPercent(megabytes))),
	};
}

function ordinaryText(): string {
	const root = join(import.meta.dirname, '../../source');
	const whole = readdirSync(root, {recursive: true, encoding: 'utf8'})
		.filter(name => /\.tsx?$/.test(name))
		.map(name => readFileSync(join(root, name), 'utf8'))
		.join('\n');
	return whole.repeat(Math.ceil(textBytes / whole.length)).slice(0, textBytes);
}

function sidecarPercent(megabytes: number): number {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-bench-'));
	const redactor = createRedactor();
	const sidecar = openSidecar({
		folder,
		clock: systemClock(),
		redactor,
		onProblem: ({message}) => {
			throw new Error(message);
		},
		fileBytesMax: Number.POSITIVE_INFINITY,
	});
	const {parts, exchange} = oneAnswer();
	let answers = 0;
	const spentMs = cpuMsDuring(() => {
		for (; sidecar.bytes() < megabytes * 1e6; answers += 1) {
			const {chunks} = redactChunks(parts, redactor);
			sidecar.record('model.response', {request: answers, chunks}, {isClean: true});
			sidecar.record('proxy.exchange', {request: answers}, {isClean: true, json: exchange});
			sidecar.flush();
		}
	});
	sidecar.close();
	rmSync(folder, {recursive: true});
	return (100 * spentMs) / ((answers * tokensPerAnswer * 1000) / tokensPerSecond);
}

/** An answer twice: as parts for the engine, and as the exchange that the proxy reports. */
function oneAnswer() {
	const words = Array.from({length: tokensPerAnswer}, (_, index) => `word${index % 997} `);
	const received = words
		.map(content => ({id: 'c', model: 'm', choices: [{index: 0, delta: {content}}]}))
		.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`)
		.join('');
	return {
		parts: words.map(text => ({type: 'text', text}) as const),
		exchange: Buffer.from(JSON.stringify({attempts: [{provider: 'up', received}]})),
	};
}

function cpuMsDuring(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}
