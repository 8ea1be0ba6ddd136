import type {Settings} from '../events/settings.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {type Ran, runBriefly} from '../platform/exec.ts';
import type {Environment} from '../platform/folders.ts';
import {sessionEnvironment} from '../terminal/environment.ts';
import type {EngineRecord, WaitingCall} from './registry/engine-record.ts';

/**
 * Runs the user's own command (`notify.command`) when a card waits; `notify.when` says whether also
 * while a screen shows the session.
 */
export type WaitingNotifier = {
	/** Called whenever the session's record has changed. */
	readonly look: (record: EngineRecord) => void;
	readonly close: () => void;
};

/**
 * The line of JSON that the command reads on its stdin. It holds neither arguments nor output of
 * the calls.
 */
export type WaitingNotice = Pick<WaitingCall, 'tool' | 'scope' | 'host' | 'since'> & {
	readonly session: string;
	readonly name: string;
	/** How many waiting cards the notice stands for. The other fields describe the oldest one. */
	readonly count: number;
};

const pauseMs = 60_000;
const timeoutMs = 10_000;

/**
 * Runs the command for waiting cards. Each card is reported once; cards that come within a minute
 * after a report share the next one.
 */
export function createWaitingNotifier({
	settings,
	clock,
	env,
	onProblem,
}: {
	settings: () => Settings['notify'];
	clock: Clock;
	env: Environment;
	/** Called when the command fails, but not again while it keeps failing in the same way. */
	onProblem: (text: string) => void;
}): WaitingNotifier {
	const told = new Set<string>();
	let newest: EngineRecord | null = null;
	let lastMs = Number.NEGATIVE_INFINITY;
	let timer: Timer | null = null;
	let problem: string | null = null;
	const isSeen = ({screens}: EngineRecord) => screens > 0 && settings().when === 'away';
	const untold = () =>
		newest && !isSeen(newest) ? newest.waiting.filter(({call}) => !told.has(call)) : [];
	const tell = async () => {
		timer = null;
		const [program, ...parameters] = settings().command;
		const cards = untold();
		if (newest === null || cards.length === 0 || program === undefined) {
			return;
		}
		note(told, cards);
		lastMs = clock.elapsed();
		const input = `${JSON.stringify(noticeOf(newest, cards))}\n`;
		const ran = await runBriefly(program, parameters, {timeoutMs, env: harmless(env), input});
		const wrong = problemOf(program, ran);
		if (wrong !== null && wrong !== problem) {
			onProblem(`notify.command: ${wrong}. A card waits; nobody was told.`);
		}
		problem = wrong;
	};
	return {
		look(record) {
			newest = record;
			forget(told, record.waiting);
			if (isSeen(record)) {
				// A screen shows the cards, so they need no report.
				note(told, record.waiting);
			} else if (untold().length > 0) {
				timer ??= clock.after(Math.max(0, lastMs + pauseMs - clock.elapsed()), () => void tell());
			}
		},
		close() {
			newest = null;
			timer?.cancel();
		},
	};
}

function noticeOf({session, name}: EngineRecord, cards: readonly WaitingCall[]): WaitingNotice {
	const [oldest] = cards.toSorted((left, right) => left.since - right.since);
	const {tool = '', scope = null, host = '', since = 0} = oldest ?? {};
	return {session, name, host, tool, scope, since, count: cards.length};
}

function note(told: Set<string>, cards: readonly WaitingCall[]): void {
	for (const {call} of cards) {
		told.add(call);
	}
}

/** Forgets the cards that no longer wait. */
function forget(told: Set<string>, waiting: readonly WaitingCall[]): void {
	const ids = new Set(waiting.map(({call}) => call));
	for (const call of told) {
		if (!ids.has(call)) {
			told.delete(call);
		}
	}
}

/**
 * The environment for the command, without providers' keys, as for programs in the user's
 * terminals.
 */
function harmless(env: Environment): Environment {
	const {AGENT_TUI_SESSION: _, ...rest} = sessionEnvironment(env, {owner: 'user', marker: ''});
	return rest;
}

function problemOf(program: string, ran: Ran): string | null {
	switch (ran.status) {
		case 'missing':
			return missingNotifier(program);
		case 'timeout':
			return `"${program}" took longer than ${timeoutMs / 1000} s and was killed`;
		case 'failed':
			return `"${program}" failed: ${ran.message}`;
		case 'ended':
			return ran.exitCode === 0 ? null : `"${program}" ended with ${ran.exitCode}`;
	}
}

export function missingNotifier(program: string): string {
	return `there is no program "${program}" (give a name that is in PATH, or a whole path)`;
}
