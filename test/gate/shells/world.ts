import {type ChildProcess, spawn} from 'node:child_process';
import {createInterface} from 'node:readline';
import type {Sandbox} from './sandbox.ts';

export const shellNames = ['bash', 'dash', 'zsh', 'ash'] as const;
export type ShellName = (typeof shellNames)[number];

/** One start of a program, as its recorder wrote it down. */
export type Run = {
	/** The path by which the shell found it. */
	readonly name: string;
	readonly words: readonly string[];
	readonly cwd: string;
	/** Where its first ten descriptors led. */
	readonly descriptors: Readonly<Record<string, string>>;
	/** Variables that were not there, or not so, when the line began. */
	readonly environment: readonly string[];
	/** The words of the real program that started it, with \u0001 between; else nothing. */
	readonly inside: string;
};

export type Outcome = {
	readonly end: 'ended' | 'timeout' | 'lost';
	/** Files that appeared, changed or went. */
	readonly changes: readonly string[];
	readonly runs: readonly Run[];
};

export type World = {
	/** What became of each line, in their order. */
	readonly run: (lines: readonly string[]) => Promise<readonly Outcome[]>;
	readonly close: () => Promise<void>;
};

/** `typed`: a live shell reads the line; else it is the argument behind `-c`. */
export type Manner = 'argument' | 'typed';

const shells: Readonly<Record<ShellName, readonly string[]>> = {
	bash: ['/real/bash', '--norc', '--noprofile'],
	dash: ['/real/dash'],
	zsh: ['/real/zsh', '-f'],
	ash: ['/real/busybox', 'ash'],
};
/** The driver puts the line in the place of the last one. */
const manners: Readonly<Record<Manner, readonly string[]>> = {
	argument: ['-c', 'LINE'],
	typed: ['-i'],
};

/** A shell in its sandbox; a sandbox that dies is started anew for the lines that are left. */
export function openWorld(sandbox: Sandbox, shell: ShellName, manner: Manner = 'argument'): World {
	let driver: Driver | null = null;
	const ready = () => {
		driver ??= startDriver(sandbox, [...shells[shell], ...manners[manner]]);
		return driver;
	};
	return {
		async run(lines) {
			const outcomes: Outcome[] = [];
			while (outcomes.length < lines.length) {
				const got = await ready().run(lines.slice(outcomes.length));
				outcomes.push(...got);
				if (outcomes.length < lines.length) {
					outcomes.push(lost);
					await driver?.close();
					driver = null;
				}
			}
			return outcomes;
		},
		async close() {
			await driver?.close();
			driver = null;
		},
	};
}

const lost: Outcome = {end: 'lost', changes: [], runs: []};

type Driver = {
	/** Fewer outcomes than lines when the driver died at the next one. */
	readonly run: (lines: readonly string[]) => Promise<readonly Outcome[]>;
	readonly close: () => Promise<void>;
};

function startDriver(sandbox: Sandbox, shellWords: readonly string[]): Driver {
	const [program, ...words] = sandbox.command(shellWords);
	const child = spawn(program!, words, {
		...sandbox.user,
		cwd: '/',
		env: {PATH: process.env['PATH']},
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	child.stdin.on('error', () => undefined);
	const answers = createInterface({input: child.stdout, crlfDelay: 0})[Symbol.asyncIterator]();
	return {
		async run(lines) {
			child.stdin.write(Buffer.concat(lines.map(frameOf)));
			const outcomes: Outcome[] = [];
			for (let index = 0; index < lines.length; index += 1) {
				const {value, done} = await answers.next();
				if (done === true) {
					break;
				}
				outcomes.push(readOutcome(value));
			}
			return outcomes;
		},
		close: () => closed(child),
	};
}

async function closed(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) {
		return;
	}
	const {promise, resolve} = Promise.withResolvers<void>();
	child.once('close', () => resolve());
	child.stdin?.end();
	await promise;
}

function frameOf(line: string): Buffer {
	const bytes = Buffer.from(line, 'utf8');
	const head = Buffer.alloc(4);
	head.writeUInt32LE(bytes.length);
	return Buffer.concat([head, bytes]);
}

/** Every byte stands as one character, so that none is lost on the way. */
function readOutcome(line: string): Outcome {
	return JSON.parse(line, (_, value) =>
		typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : value,
	);
}
