import {onTestFinished} from 'vitest';
import {type HostId, localHost, type TerminalId} from '../../source/events/ids.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {systemIds} from '../../source/platform/ids.ts';
import {localTransport} from '../../source/terminal/local-pty.ts';
import {readProcess} from '../../source/terminal/process-tree.ts';
import type {TerminalScreen} from '../../source/terminal/screen.ts';
import type {OpenTerminal, TerminalFact, TerminalInfo} from '../../source/terminal/terminal.ts';
import {createTerminals, type Terminals} from '../../source/terminal/terminals.ts';
import type {ByteFilter} from '../../source/terminal/transcript-file.ts';
import type {WaitConditions, Woke} from '../../source/terminal/wait-conditions.ts';

export type Harness = {
	readonly terminals: Terminals;
	readonly facts: TerminalFact[];
	readonly shell: (command: string, also?: Partial<OpenTerminal>) => Promise<TerminalInfo>;
	readonly wait: (id: TerminalId, conditions: WaitConditions) => Promise<Woke>;
	/** Waits for the end, and answers with everything that was printed. */
	readonly finish: (id: TerminalId) => Promise<string>;
};

export type HarnessOptions = {
	readonly max?: number;
	readonly idleExitedMs?: number;
	readonly logFolder?: string;
	readonly logFilter?: () => ByteFilter;
	readonly keepsLastBytes?: boolean;
	readonly environment?: Readonly<Record<string, string | undefined>>;
	readonly transports?: (host: HostId) => null;
	readonly clock?: Clock;
};

/** Longer than a test may take: none of them goes on without what it waits for. */
export const patienceMs = 120_000;

/** Real terminals on this machine; whatever a test leaves running is ended after it. */
export function realTerminals(options: HarnessOptions = {}): Harness {
	const clock = options.clock ?? systemClock();
	const facts: TerminalFact[] = [];
	const local = localTransport({
		clock,
		environment: options.environment ?? {...process.env, SHELL: '/bin/bash'},
		...(options.keepsLastBytes !== undefined && {keepsLastBytes: options.keepsLastBytes}),
	});
	const terminals = createTerminals({
		clock,
		ids: systemIds(),
		limits: {
			max: options.max ?? 10,
			idleExitedMs: options.idleExitedMs ?? 60_000,
			scrollbackLines: 1000,
		},
		transports: host => (host === localHost ? local : null),
		logFolder: options.logFolder ?? null,
		...(options.logFilter && {logFilter: options.logFilter}),
		onChange: fact => facts.push(fact),
	});
	onTestFinished(() => terminals.closeAll());
	const wait = async (id: TerminalId, conditions: WaitConditions): Promise<Woke> =>
		(await terminals.wait([id], {
			conditions,
			deadlineMs: patienceMs,
			signal: new AbortController().signal,
		})) ?? {type: 'deadline'};
	return {
		terminals,
		facts,
		wait,
		async shell(command, also = {}) {
			const opened = await terminals.open({
				host: localHost,
				program: {type: 'shell', command, login: false},
				cwd: process.cwd(),
				owner: 'model',
				...also,
			});
			if (!opened.ok) {
				throw new Error(`${opened.code}: ${opened.failure.message}`);
			}
			return opened.terminal;
		},
		async finish(id) {
			await wait(id, {exit: true});
			const reading = await terminals.read(id);
			const {head = '', tail = ''} = reading?.output ?? {};
			return head + tail;
		},
	};
}

/** Resolves when the text stands on the screen; the test's own deadline is the limit. */
export function screenShows(screen: TerminalScreen, text: string): Promise<void> {
	return new Promise(resolve => {
		const look = () => {
			if (screen.plainRows().some(row => row.includes(text))) {
				stop();
				resolve();
			}
		};
		const stop = screen.picture.subscribe(look);
		look();
	});
}

/** A zombie has ended, even where nobody asks how. */
export function isRunning(pid: number): boolean {
	const state = readProcess(pid)?.state;
	return state !== undefined && state !== 'Z' && state !== 'X';
}
