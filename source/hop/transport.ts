import {constants} from 'node:os';
import {type Failure, failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {
	Channel,
	ChannelEvents,
	EndReport,
	Exit,
	OpenErrorCode,
	Opened,
	OpenRequest,
	Transport,
} from '../terminal/transport.ts';
import {noTerminals} from './failures.ts';
import {createLeftovers, type Leftovers} from './leftovers.ts';
import type {Link, LinkChannel, LinkEnd} from './link.ts';
import {createPtyInput} from './pty-input.ts';
import {createPtyOutput, type PtyOutput} from './pty-output.ts';
import {askWaiting, signalForeground} from './pty-probe.ts';
import {ptyLine} from './pty-start.ts';
import {lineBytesMax} from './quote.ts';
import {endTree, type RemoteTree, unconfirmedEnd} from './run-end.ts';
import {newNonce} from './run-marker.ts';
import type {Refused, Started} from './run-start.ts';
import {openTmuxSession, returnToTmux} from './tmux-session.ts';
import {givenUp, mayHaveBegun, unknownStart, whenAborted} from './unknown-start.ts';

export type HopTransportPorts = {
	readonly host: HostId;
	/** Returns null while the host is not connected. No other machine is ever used in its place. */
	readonly link: () => Link | null;
	readonly clock: Clock;
	/**
	 * Returns true once this program gives the host up: the program ends while the host is silent.
	 * The host is then asked nothing more.
	 */
	readonly isGivenUp?: () => boolean;
	/** For hosts with tmux: terminals run in it and survive a lost link. */
	readonly persistence?: {
		/**
		 * Returns whether a new terminal is to use tmux. Checked for each terminal, since the setting
		 * can change.
		 */
		readonly isWanted: () => boolean;
		/** Resolves to the next link to this host after a loss; null if there will be none. */
		readonly nextLink: (lost: Link) => Promise<Link | null>;
	};
};

/** Terminals on a remote host. */
export function hopTransport(ports: HopTransportPorts): Transport {
	return {
		host: ports.host,
		open: (request, events) => openThere(ports, request, events),
		prepare: () => Promise.resolve(),
	};
}

const terminalName = 'xterm-256color';
const openMsMax = 30_000;

async function openThere(
	ports: HopTransportPorts,
	request: OpenRequest,
	events: ChannelEvents,
): Promise<Opened> {
	const {host, clock, persistence} = ports;
	const link = ports.link();
	if (link === null) {
		return refused('host', failed('unreachable', `${host} is not connected. Nothing was run.`));
	}
	const deadline = new AbortController();
	const timer = clock.after(openMsMax, () => deadline.abort());
	const stop = AbortSignal.any([deadline.signal, ...(request.signal ? [request.signal] : [])]);
	try {
		if (request.kept) {
			const nextLink = persistence?.nextLink ?? (() => Promise.resolve(null));
			const {kept} = request;
			return await returnToTmux({link, nextLink, clock, stop}, {request, kept}, events);
		}
		if (persistence?.isWanted()) {
			const {nextLink} = persistence;
			const refuse = (begun: NotBegun) => notBegun(begun, {host, request});
			const opened = await openTmuxSession({link, nextLink, clock, refuse, stop}, request, events);
			if (opened !== null) {
				return opened;
			}
		}
		return await openPlain(link, {...ports, request, events, stop});
	} finally {
		timer.cancel();
	}
}

/** Opens a terminal that ends with its connection. */
async function openPlain(
	link: Link,
	{request, events, clock, stop, isGivenUp = never}: PlainPorts,
): Promise<Opened> {
	const {host} = link;
	const nonce = newNonce();
	const line = ptyLine(nonce, request);
	if (Buffer.byteLength(line) > lineBytesMax) {
		const message = `The command is too long for ${host}; write it to a file there and run that.`;
		return refused('spawn', failed('limit', message));
	}
	const start = {request, clock, startedMs: clock.elapsed()};
	const pty = {size: request.size, term: terminalName};
	const opening = link.open({command: line, pty}, stop);
	const opened = await Promise.race([opening, whenAborted(stop)]);
	if ('type' in opened) {
		void opening.then(late => late.ok && late.value.close());
		return givenUp(link, start);
	}
	if (!opened.ok) {
		return mayHaveBegun(opened.failure)
			? unknownStart(link, {...start, failure: opened.failure})
			: refused('host', opened.failure);
	}
	const output = createPtyOutput({link, channel: opened.value, nonce, events, clock});
	const begun = await Promise.race([output.begun, whenAborted(stop)]);
	if (begun.type === 'started') {
		const tree = {leader: begun.leader, marker: request.marker};
		const {program} = request;
		const leftovers = createLeftovers({program, tree, clock, onLeft: events.onLeft});
		const parts = {channel: opened.value, output, tree, leftovers, clock, isGivenUp};
		return {ok: true, channel: channelOf(link, parts)};
	}
	output.stop();
	opened.value.close();
	switch (begun.type) {
		case 'late':
			return givenUp(link, start);
		case 'lost':
			return unknownStart(link, {...start, failure: begun.failure});
		default:
			return notBegun(begun, {host, request});
	}
}

type PlainPorts = Pick<HopTransportPorts, 'clock' | 'isGivenUp'> & {
	readonly request: OpenRequest;
	readonly events: ChannelEvents;
	/** When this aborts, the start is abandoned. */
	readonly stop: AbortSignal;
};

function never(): boolean {
	return false;
}

type NotBegun =
	| Exclude<Started, {type: 'started'}>
	| {readonly type: 'ended'; readonly end: LinkEnd; readonly said: string};

function notBegun(begun: NotBegun, {host, request}: {host: HostId; request: OpenRequest}): Opened {
	if (begun.type === 'refused') {
		return refusal(begun.why, {host, request});
	}
	const how = begun.end.signal ?? `exit ${begun.end.exitCode}`;
	const said = begun.said === '' ? '' : ` It said: ${begun.said}`;
	const message = `The login shell on ${host} ended (${how}) before the command began, so nothing was run.${said}`;
	return refused('spawn', failed('refused', message));
}

function refusal(
	why: Refused,
	{host, request: {program, cwd}}: {host: HostId; request: OpenRequest},
): Opened {
	if (why === 'workdir') {
		const message = `The folder ${cwd} does not exist on ${host} or can't be entered.`;
		return refused('workdir', failed('not-found', message));
	}
	if (why === 'terminal') {
		return refused('host', failed('refused', `${host}: ${noTerminals}`));
	}
	const name = program.type === 'argv' ? program.argv[0] : (program.shell ?? 'the login shell');
	const message = `There is no ${why} ${name} that can be run on ${host}.`;
	return refused(why === 'shell' ? 'shell' : 'spawn', failed('not-found', message));
}

function refused(code: OpenErrorCode, failure: Failure): Extract<Opened, {ok: false}> {
	return {ok: false, code, failure};
}

const exitNoticeMsMax = 1000;

type ChannelParts = {
	readonly output: PtyOutput;
	readonly tree: RemoteTree;
	readonly leftovers: Leftovers;
	readonly clock: Clock;
	readonly isGivenUp: () => boolean;
};

function channelOf(
	link: Link,
	{channel, ...parts}: ChannelParts & {readonly channel: LinkChannel},
): Channel {
	const {output, tree, leftovers, clock} = parts;
	const input = createPtyInput(channel);
	const tell = async (): Promise<void> => {
		const end = await output.ended;
		input.close();
		if (end.type === 'lost') {
			output.tellExit({exitCode: null, signal: null, lost: end.failure.message});
			return;
		}
		await leftovers.atEnd(link, output.drained());
		output.tellExit(exitOf(end.end));
	};
	void tell();
	return {
		pid: tree.leader.pid,
		write: bytes => input.push(bytes),
		resize: size => channel.resize(size),
		pause: output.pause,
		resume: output.resume,
		signal(name) {
			if (output.hasEnded()) {
				return false;
			}
			signalForeground(link, {leader: tree.leader, name, clock});
			return true;
		},
		waiting: how =>
			output.hasEnded() ? Promise.resolve(null) : askWaiting(link, tree.leader, {clock, how}),
		leftovers: leftovers.known,
		async end({force}) {
			if (output.isLost()) {
				return {left: []};
			}
			const report = await endHere(link, {...parts, force});
			if (!report.unconfirmed) {
				leftovers.set(report.left);
			}
			return report;
		},
		killNow() {
			void endTree(link, tree, {clock, manner: 'kill'});
			channel.close();
		},
		release() {
			leftovers.close();
			input.close();
			output.stop();
			channel.close();
		},
	};
}

async function endHere(
	link: Link,
	{output, tree, clock, isGivenUp, force}: ChannelParts & {force: boolean},
): Promise<EndReport> {
	const askedMs = clock.elapsed();
	const manner = force ? 'force' : 'polite';
	const left = isGivenUp() ? null : await endTree(link, tree, {clock, manner});
	if (left === null) {
		return output.hasEnded() && !output.isLost()
			? {left: []}
			: unconfirmedEnd(link, {tree, waitedMs: clock.elapsed() - askedMs});
	}
	if (left.length === 0 || force) {
		const waiting = new AbortController();
		await Promise.race([output.told, clock.sleep(exitNoticeMsMax, waiting.signal)]);
		waiting.abort();
	}
	return {left};
}

/** Shells report death by signal n as exit code 128 + n. */
const signalExitBase = 128;

function exitOf({exitCode, signal}: LinkEnd): Exit {
	if (signal === null) {
		return {exitCode, signal};
	}
	const name = signal.startsWith('SIG') ? signal : `SIG${signal}`;
	const number = constants.signals[name as NodeJS.Signals];
	return {exitCode: number === undefined ? exitCode : signalExitBase + number, signal: name};
}
