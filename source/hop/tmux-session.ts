import {failed} from '../events/failure.ts';
import type {KeptTerminal} from '../events/hop.ts';
import type {Clock} from '../platform/clock.ts';
import type {
	Channel,
	ChannelEvents,
	EndReport,
	Opened,
	OpenRequest,
	Size,
} from '../terminal/transport.ts';
import {createLeftovers} from './leftovers.ts';
import {askWaiting, signalForeground} from './pty-probe.ts';
import {ptyLine} from './pty-start.ts';
import {endTree, type Manner, type RemoteTree, unconfirmedEnd} from './run-end.ts';
import {newNonce} from './run-marker.ts';
import {runScript} from './run-script.ts';
import type {RemoteLeader, Started} from './run-start.ts';
import {createLife, type Life, type LifePorts, notFollowed} from './tmux-life.ts';
import {createTmuxOutput} from './tmux-output.ts';
import {startTmux, tmux} from './tmux-start.ts';
import {givenUp, mayHaveBegun, unknownStart, whenAborted} from './unknown-start.ts';

export type TmuxPorts = LifePorts & {
	/** Turns a failed start into the answer for the caller. */
	readonly refuse: (refused: Exclude<Started, {type: 'started'}>) => Opened;
	/** When this aborts, the start is abandoned. */
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
	const life = createLife({ports, place: made.value, output, from: 0});
	const started = await Promise.race([output.begun, life.over, whenAborted(stop)]);
	if (started?.type !== 'started') {
		life.close();
		if (started === null) {
			return unknownStart(link, {...start, failure: failed('incomplete', notFollowed(link.host))});
		}
		return started.type === 'late' ? givenUp(link, start) : ports.refuse(started);
	}
	const {name, folder, mark} = made.value;
	const kept = {name, folder, mark: mark.whole, from: output.from(), ...started.leader};
	return {ok: true, channel: channelOf(life, {kept, request, events, clock})};
}

/**
 * How many bytes at the end of a long output are read again. A terminal keeps no more than that.
 */
const heardAgainBytesMax = 16_777_216;
const lookMsMax = 30_000;

/**
 * Continues a session that an earlier run of this program had opened. Its output is read again from
 * the start, so that the screen is restored. If the program has ended meanwhile, its end is
 * reported.
 */
export async function returnToTmux(
	ports: Omit<TmuxPorts, 'refuse'>,
	{request, kept}: {request: OpenRequest; kept: KeptTerminal},
	events: ChannelEvents,
): Promise<Opened> {
	const {link, clock, stop} = ports;
	const {name, folder, from} = kept;
	const {columns, rows} = request.size;
	const looked = await runScript(link, {
		script: lookScript,
		parameters: [folder, name, String(columns), String(rows)],
		timeoutMs: lookMsMax,
		signal: stop,
		clock,
	});
	if (!looked.ok) {
		return {ok: false, code: 'host', failure: looked.failure};
	}
	const said = looked.value.output.toString('latin1').trim();
	if (said === 'gone') {
		const message = `Neither its tmux nor its output is on ${link.host} any more`;
		return {ok: false, code: 'spawn', failure: failed('not-found', message)};
	}
	// A host that is too busy to start a program says nothing, and then the session may still be there.
	if (looked.value.exitCode !== 0 || !/^\d+$/.test(said)) {
		const message = `${link.host} could not say whether it is still there`;
		return {ok: false, code: 'host', failure: failed('incomplete', message)};
	}
	const size = Number(said);
	const passedOver = Math.max(0, size - from - heardAgainBytesMax);
	const place = {name, folder, mark: {whole: kept.mark}};
	const output = createTmuxOutput(null, events);
	const life = createLife({ports, place, output, from: from + passedOver});
	const channel = channelOf(life, {kept, request, events, clock});
	return {ok: true, channel: {...channel, passedOver}};
}

const lookScript = `[ -f "$1/ended" ] && [ -f "$1/log" ] || { echo gone; exit 0; }
wc -c <"$1/log" || exit 1
${tmux} resize-window -t "=$2:" -x "$3" -y "$4" >/dev/null 2>&1
exit 0`;

const exitNoticeMsMax = 2000;

function channelOf(
	life: Life,
	{
		kept,
		request: {program},
		events: {onLeft},
		clock,
	}: {kept: KeptTerminal; request: OpenRequest; events: ChannelEvents; clock: Clock},
): Channel {
	const leader = leaderOf(kept);
	const marker = kept.name;
	const tree: RemoteTree = {leader, marker};
	const leftovers = createLeftovers({program, tree, clock, onLeft});
	life.setLeftovers(leftovers);
	return {
		pid: leader.pid,
		kept,
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
		end: ({force}) => endKept(life, {tree, clock, manner: force ? 'force' : 'polite'}),
		killNow() {
			const link = life.link();
			if (link !== null) {
				void endTree(link, tree, {clock, manner: 'kill'});
			}
		},
		release: life.close,
	};
}

function leaderOf({pid, startTicks, terminal}: KeptTerminal): RemoteLeader {
	return {pid, startTicks, terminal};
}

async function endKept(
	life: Life,
	{tree, clock, manner}: {tree: RemoteTree; clock: Clock; manner: Manner},
): Promise<EndReport> {
	const link = life.link();
	const askedMs = clock.elapsed();
	if (link === null) {
		return life.hasEnded() ? {left: []} : unconfirmedEnd(null, {tree, waitedMs: 0});
	}
	const left = await endTree(link, tree, {clock, manner});
	if (left?.length === 0) {
		const waiting = new AbortController();
		await Promise.race([life.over, clock.sleep(exitNoticeMsMax, waiting.signal)]);
		waiting.abort();
	}
	return left === null ? unconfirmedEnd(link, {tree, waitedMs: clock.elapsed() - askedMs}) : {left};
}

/**
 * How many bytes go into one tmux command. Each byte is sent as a number, so that tmux does not
 * take it for the name of a key.
 */
const keysAtOnce = 512;

function writeKeys(life: Life, bytes: Uint8Array, name: string): boolean {
	const commands: string[] = [];
	for (let at = 0; at < bytes.length; at += keysAtOnce) {
		const keys = [...bytes.subarray(at, at + keysAtOnce)].map(byte => byte.toString(16));
		commands.push(`send-keys -t =${name}: -H ${keys.join(' ')}`);
	}
	return commands.length === 0 || life.command(commands.join('\n'));
}
