import {failed} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Channel, ChannelEvents, Opened, OpenRequest, Size} from '../terminal/transport.ts';
import {createLeftovers, type Leftovers} from './leftovers.ts';
import {askWaiting, signalForeground} from './pty-probe.ts';
import {ptyLine} from './pty-start.ts';
import {endTree, type RemoteTree, unconfirmedEnd} from './run-end.ts';
import {newNonce} from './run-marker.ts';
import type {Started} from './run-start.ts';
import {createLife, type Life, type LifePorts, notFollowed} from './tmux-life.ts';
import {createTmuxOutput} from './tmux-output.ts';
import {startTmux} from './tmux-start.ts';
import {givenUp, mayHaveBegun, unknownStart, whenAborted} from './unknown-start.ts';

export type TmuxPorts = LifePorts & {
	/** Turns a start that failed into the answer for the caller. */
	readonly refuse: (refused: Exclude<Started, {type: 'started'}>) => Opened;
	/** After this the start is given up. */
	readonly stop: AbortSignal;
};

/**
 * A terminal that outlives the connection: tmux holds the program and logs its output on the host.
 * After a lost link, reading continues at the first missing byte. Returns null, having run nothing,
 * if the host has no tmux.
 */
export async function openTmuxSession(
	ports: TmuxPorts,
	request: OpenRequest,
	events: ChannelEvents,
): Promise<Opened | null> {
	const {link, clock, stop} = ports;
	const start = {request, clock, startedMs: clock.elapsed()};
	const nonce = newNonce();
	const made = await startTmux(link, {
		name: request.marker,
		size: request.size,
		line: ptyLine(nonce, request),
		nonce: newNonce(),
		clock,
		signal: stop,
	});
	if (!made.ok) {
		const {failure} = made;
		if (stop.aborted) {
			return givenUp(link, start);
		}
		return mayHaveBegun(failure)
			? unknownStart(link, {...start, failure})
			: {ok: false, code: 'host', failure};
	}
	if (made.value === null) {
		return null;
	}
	const output = createTmuxOutput(nonce, events);
	const life = createLife({ports, place: made.value, output});
	const started = await Promise.race([output.begun, life.over, whenAborted(stop)]);
	if (started?.type !== 'started') {
		life.close();
		if (started === null) {
			return unknownStart(link, {...start, failure: failed('incomplete', notFollowed(link.host))});
		}
		return started.type === 'late' ? givenUp(link, start) : ports.refuse(started);
	}
	const tree = {leader: started.leader, marker: request.marker};
	const {program} = request;
	const leftovers = createLeftovers({program, tree, clock, onLeft: events.onLeft});
	return {ok: true, channel: channelOf(life, {tree, leftovers, clock})};
}

const exitNoticeMsMax = 2000;

function channelOf(
	life: Life,
	{tree, leftovers, clock}: {tree: RemoteTree; leftovers: Leftovers; clock: Clock},
): Channel {
	const {leader, marker} = tree;
	life.setLeftovers(leftovers);
	return {
		pid: leader.pid,
		// tmux answers a program's terminal queries itself.
		answersQueries: true,
		write: bytes => writeKeys(life, bytes, marker),
		resize({columns, rows}: Size) {
			life.command(`resize-window -t =${marker}: -x ${columns} -y ${rows}`);
		},
		pause: () => life.setPaused(true),
		resume: () => life.setPaused(false),
		signal(name) {
			const link = life.link();
			if (life.hasEnded() || link === null) {
				return false;
			}
			signalForeground(link, {leader, name, clock});
			return true;
		},
		async waiting(how) {
			const link = life.link();
			return life.hasEnded() || link === null ? null : askWaiting(link, leader, {clock, how});
		},
		leftovers: leftovers.known,
		async end({force}) {
			const link = life.link();
			const askedMs = clock.elapsed();
			if (link === null) {
				return life.hasEnded() ? {left: []} : unconfirmedEnd(null, {tree, waitedMs: 0});
			}
			const left = await endTree(link, tree, {clock, manner: force ? 'force' : 'polite'});
			if (left?.length === 0) {
				const waiting = new AbortController();
				await Promise.race([life.over, clock.sleep(exitNoticeMsMax, waiting.signal)]);
				waiting.abort();
			}
			return left === null
				? unconfirmedEnd(link, {tree, waitedMs: clock.elapsed() - askedMs})
				: {left};
		},
		killNow() {
			const link = life.link();
			if (link !== null) {
				void endTree(link, tree, {clock, manner: 'kill'});
			}
		},
		release: life.close,
	};
}

/** Bytes per tmux command. Each is sent as a number, so tmux takes none for the name of a key. */
const keysAtOnce = 512;

function writeKeys(life: Life, bytes: Uint8Array, name: string): boolean {
	const commands: string[] = [];
	for (let at = 0; at < bytes.length; at += keysAtOnce) {
		const keys = [...bytes.subarray(at, at + keysAtOnce)].map(byte => byte.toString(16));
		commands.push(`send-keys -t =${name}: -H ${keys.join(' ')}`);
	}
	return commands.length === 0 || life.command(commands.join('\n'));
}
