import type {Clock} from '../platform/clock.ts';
import type {Exit} from '../terminal/transport.ts';
import type {Leftovers} from './leftovers.ts';
import type {Link} from './link.ts';
import {followTmux, type TmuxEnd, type TmuxFollower} from './tmux-follow.ts';
import type {TmuxOutput} from './tmux-output.ts';
import {removeTmux, type TmuxPlace} from './tmux-start.ts';

export type LifePorts = {
	readonly link: Link;
	/** Resolves to the next link to the same host after a loss; null if there will be none. */
	readonly nextLink: (lost: Link) => Promise<Link | null>;
	readonly clock: Clock;
};

/**
 * One tmux session followed over several links, until it has ended or no further link will come.
 */
export type Life = {
	/** Returns null while there is no link. */
	readonly link: () => Link | null;
	/** Sends a tmux command. Returns false if that is not possible now. */
	readonly command: (text: string) => boolean;
	readonly setPaused: (isPaused: boolean) => void;
	readonly hasEnded: () => boolean;
	/** Resolves to null once the exit was reported. */
	readonly over: Promise<null>;
	/** Sets what searches for leftover processes when the session has ended. */
	readonly setLeftovers: (leftovers: Leftovers) => void;
	readonly close: () => void;
};

type LifeState = {
	link: Link | null;
	follower: TmuxFollower | null;
	bytes: number;
	isPaused: boolean;
	phase: 'running' | 'ended' | 'closed';
	leftovers: Leftovers | null;
	/** Aborts when `close` is called. */
	readonly closing: AbortController;
};

type FollowedSession = {
	readonly ports: LifePorts;
	readonly place: TmuxPlace;
	readonly output: TmuxOutput;
	/** The position in the log at which reading starts. */
	readonly from: number;
};

export function createLife(session: FollowedSession): Life {
	const {ports, place, output, from} = session;
	const {promise: over, resolve: finish} = Promise.withResolvers<null>();
	const state: LifeState = {
		link: ports.link,
		follower: null,
		bytes: from,
		isPaused: false,
		phase: 'running',
		leftovers: null,
		closing: new AbortController(),
	};
	void live(state, session).then(() => finish(null));
	return {
		link: () => state.link,
		command: text => state.follower?.command(text) ?? false,
		setPaused(isPaused) {
			state.isPaused = isPaused;
			hold(state);
		},
		hasEnded: () => state.phase !== 'running',
		over,
		setLeftovers(leftovers) {
			state.leftovers = leftovers;
		},
		close() {
			if (state.phase === 'running' && state.link !== null) {
				removeTmux(state.link, place, ports.clock);
			}
			state.leftovers?.close();
			state.phase = 'closed';
			state.closing.abort();
			output.stop();
			state.follower?.close();
			finish(null);
		},
	};
}

async function live(state: LifeState, session: FollowedSession): Promise<void> {
	const {ports, output} = session;
	while (state.link !== null && state.phase === 'running') {
		const {link} = state;
		const {end, next} = await followWhileThere(link, state, session);
		if (end !== null) {
			if (!end.isWhole) {
				output.push(Buffer.from(`\r\n[The end of the output may be missing]\r\n`));
			}
			await conclude(end.exit, state, session);
			return;
		}
		state.link = null;
		state.link = await next;
	}
	if (isRunning(state)) {
		const lost = notFollowed(ports.link.host);
		await conclude({exitCode: null, signal: null, lost}, state, session);
	}
}

/** The delay before a session is followed again over the same link. It doubles up to `most`. */
const followAgainMs = {first: 100, most: 30_000};

type Followed = {readonly end: TmuxEnd | null; readonly next: Promise<Link | null>};

/**
 * Follows the session as long as the link works. Our tmux client can end before the link does,
 * because somebody on the host detaches or kills it. It is then started again.
 */
async function followWhileThere(
	link: Link,
	state: LifeState,
	session: FollowedSession,
): Promise<Followed> {
	const {clock, nextLink} = session.ports;
	const lost = new AbortController();
	const unhear = link.onLost(() => lost.abort());
	const over = AbortSignal.any([lost.signal, state.closing.signal]);
	const nobody = Promise.resolve(null);
	let next: Promise<Link | null> | null = null;
	try {
		for (let waitMs = followAgainMs.first; ; waitMs = Math.min(2 * waitMs, followAgainMs.most)) {
			const end = await follow(link, state, session);
			// The caller may have closed the session while it was being followed.
			if (end !== null || !isRunning(state)) {
				return {end, next: nobody};
			}
			next ??= nextLink(link).catch(() => null);
			const hasNext = next.then(() => true);
			if (lost.signal.aborted || (await Promise.race([hasNext, clock.sleep(waitMs, over)]))) {
				return {end, next};
			}
		}
	} finally {
		unhear();
	}
}

function isRunning({phase}: LifeState): boolean {
	return phase === 'running';
}

/**
 * Follows the session until our client ends. Returns how the session ended; null if it may still
 * run.
 */
async function follow(
	link: Link,
	state: LifeState,
	{ports: {clock}, place, output}: FollowedSession,
): Promise<TmuxEnd | null> {
	const opened = await followTmux(link, {
		place,
		from: state.bytes,
		clock,
		onBytes(bytes) {
			state.bytes += bytes.length;
			output.push(bytes);
		},
	});
	if (!opened.ok) {
		return null;
	}
	state.follower = opened.value;
	if (!isRunning(state)) {
		opened.value.close();
	}
	hold(state);
	const end = await opened.value.ended;
	state.follower = null;
	return end;
}

function hold({follower, isPaused}: LifeState): void {
	if (isPaused) {
		follower?.pause();
	} else {
		follower?.resume();
	}
}

async function conclude(exit: Exit, state: LifeState, {output}: FollowedSession): Promise<void> {
	const {link, leftovers} = state;
	if (link !== null) {
		await leftovers?.atEnd(link, Promise.resolve('whole'));
	}
	if (isRunning(state)) {
		state.phase = 'ended';
		output.exit(exit);
	}
}

export function notFollowed(host: string): string {
	return `The connection to ${host} was lost and did not come back`;
}
