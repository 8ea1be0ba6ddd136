import type {Duplex} from 'node:stream';
import {createLineReader} from '../../platform/line-reader.ts';
import {watchEndings} from './endings.ts';
import type {Reached} from './engine-door.ts';
import {createPump, type Pump} from './pump.ts';
import {type EngineReach, joinEngine, reachEngine} from './reach-engine.ts';
import type {ShimLog} from './shim-log.ts';
import {toolsResult} from './static-answers.ts';

/** How long open answers may take after the client's input has ended. */
const lastAnswersMs = 800;
/**
 * How long open answers may take after the client's input has ended, while the engine is still
 * being started.
 */
const lastStartMs = 30_000;
const lookMs = 10;

/** Passes lines between stdin, stdout and an engine, until the client ends. */
export function pumpStdio({
	reach,
	config,
	log,
	parent,
}: {
	readonly reach: EngineReach;
	readonly config: string;
	readonly log: ShimLog;
	readonly parent: number;
}): Promise<number> {
	return new Promise(resolve => {
		let socket: Duplex | null = null;
		let isEnding = false;
		const end = (why: string, exitCode = 0) => {
			if (!isEnding) {
				isEnding = true;
				log.end(why);
				socket?.destroy();
				resolve(exitCode);
				// Exit explicitly, because handles may be left that would keep the process alive.
				process.exit(exitCode);
			}
		};
		const crash = (error: unknown) => {
			end(`it broke: ${error instanceof Error ? error.stack : String(error)}`, 1);
		};
		process.on('uncaughtException', crash);
		process.on('unhandledRejection', crash);
		const pump: Pump = createPump({
			write: writeLine,
			reach: async how => {
				const reached = await reachLine(reach, how, {log, pump: () => pump});
				socket = reached.type === 'engine' ? reached.socket : socket;
				return reached;
			},
			tools: params => toolsResult(config, params),
			onClient: log.client,
		});
		watchEndings(reach.clock, {parent, onEnd: end, readsInput: true});
		const lines = createLineReader({onLine: pump.fromClient, onLongLine: pump.tooLong});
		process.stdin.on('data', (bytes: Buffer) => {
			lines.push(bytes);
			waitUntilDry(socket, process.stdin);
		});
		process.stdin.on('end', () => {
			lines.end();
			void endSoon(reach, {pump, end});
		});
	});
}

/** Called when the input has ended. Waits for open answers for a while, then ends. */
async function endSoon(
	{clock}: EngineReach,
	{pump, end}: {pump: Pump; end: (why: string) => void},
): Promise<void> {
	const until = clock.elapsed() + (pump.isReaching() ? lastStartMs : lastAnswersMs);
	while (pump.openCount() > 0 && clock.elapsed() < until) {
		await clock.sleep(lookMs);
	}
	process.stdout.write('', () => end('its input ended'));
}

function writeLine(line: string, taken?: () => void): void {
	process.stdout.write(`${line}\n`, error => (error ? undefined : taken?.()));
}

type ReachedLine =
	| Exclude<Reached, {type: 'engine'}>
	| (Reached & {type: 'engine'; socket: Duplex});

async function reachLine(
	reach: EngineReach,
	{isStarted}: {readonly isStarted: boolean},
	{log, pump}: {log: ShimLog; pump: () => Pump},
): Promise<ReachedLine> {
	const reached = isStarted ? await reachEngine(reach) : await joinEngine(reach);
	if (!reached.ok) {
		return {type: 'failed', why: reached.failure.message};
	}
	if (reached.value === null) {
		return {type: 'none'};
	}
	const {socket} = reached.value;
	log.engine(reached.value);
	const lines = createLineReader({onLine: pump().fromEngine, onLongLine: pump().answerTooLong});
	socket.on('data', (bytes: Buffer) => {
		lines.push(bytes);
		waitUntilDry(process.stdout, socket);
	});
	socket.on('error', () => {});
	socket.on('end', () => socket.destroy());
	socket.on('close', () => {
		pump().engineGone();
		process.stdin.resume();
	});
	socket.resume();
	return {type: 'engine', socket, line: {send: line => void socket.write(`${line}\n`)}};
}

/** Pauses reading from one side as long as the buffer of the other side is full. */
function waitUntilDry(
	full: (NodeJS.WritableStream & {readonly writableNeedDrain?: boolean}) | null,
	source: NodeJS.ReadableStream,
): void {
	if (full?.writableNeedDrain) {
		source.pause();
		full.once('drain', () => source.resume());
	}
}
