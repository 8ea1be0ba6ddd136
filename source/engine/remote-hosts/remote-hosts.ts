import {type Failure, failed, type Result} from '../../events/failure.ts';
import type {HopAnswer, HopPlace, HopState} from '../../events/hop.ts';
import {type HostId, localHost, type QuestionId} from '../../events/ids.ts';
import type {Hops} from '../../hop/hops.ts';
import type {RemoteMachine} from '../../hop/machine.ts';
import {parseTarget} from '../../hop/names.ts';
import type {RemoteWorkspace} from '../../hop/remote-workspace.ts';
import type {Files} from '../../platform/files.ts';
import {localFiles} from '../../platform/local-files.ts';
import {type HopRecord, hopOf, hopStateWords} from '../../state/hops.ts';
import type {Transport} from '../../terminal/transport.ts';
import {keepAsking} from './ask-later.ts';
import {createConnectionQuestions} from './connection-questions.ts';
import {endLater} from './end-later.ts';
import {giveUpSilent} from './give-up-silent.ts';
import {configuredHosts, loadSsh, notLoaded, type SshModule} from './load-ssh.ts';
import {lookLater} from './look-later.ts';
import {createHostStateRecorder, tellUnconnected} from './record-host-state.ts';
import type {HowToConnect, RemoteHostsSetup} from './setup.ts';
import {enter, splitTarget} from './target-folder.ts';

/** The remote hosts of this session. Calls for a host never run on this machine instead. */
export type RemoteHosts = {
	/** Tells the user if the session was left on a host that is not connected now. */
	readonly start: () => void;
	/** Takes `alias` or `user@host:port`, optionally with a folder: `web:/srv/engine`. */
	readonly connect: (target: string, how: HowToConnect) => Promise<Result<HopRecord>>;
	/** Makes this host the current one: calls that name no host run on it. */
	readonly choose: (host: HostId) => void;
	/** Closes the connection only. `leaveHost` first ends what runs there. */
	readonly disconnect: (host: HostId) => void;
	/** Retries at once; null retries every lost connection. */
	readonly retry: (host: HostId | null) => void;
	readonly answer: (question: QuestionId, answer: HopAnswer) => void;
	/** The hosts that the user's ssh config names. */
	readonly configured: () => Promise<readonly string[]>;
	/** Returns null if the host is not connected: then start nothing, neither here nor elsewhere. */
	readonly transport: (host: HostId) => Transport | null;
	readonly files: (host: HostId) => Files | null;
	readonly machine: (host: HostId) => RemoteMachine | null;
	/** Returns why a call for that host can't run; null if it can. */
	readonly whyNot: (host: HostId) => Failure | null;
	/** Puts what is wrong with the connection, if anything, before a note about a call. */
	readonly withState: (host: HostId, note: string) => string;
	/** Call this at program end: each host gets one second for a sign of life. */
	readonly hurry: () => void;
	readonly close: () => void;
};

type HostsState = RemoteHostsSetup & {
	readonly load: () => Promise<Hops>;
	readonly tell: ReturnType<typeof createHostStateRecorder>['tell'];
	/** Returns null before the first connection. */
	readonly engine: () => SshModule | null;
	readonly loaded: () => Hops | null;
	readonly places: Map<HostId, RemoteWorkspace>;
	readonly openings: Map<HostId, Promise<Result<RemoteWorkspace>>>;
	readonly closing: AbortController;
	/** Hosts that gave no sign of life when the program was about to end. */
	readonly givenUp: Set<HostId>;
};

export function createRemoteHosts(setup: RemoteHostsSetup): RemoteHosts {
	const {ports, store} = setup;
	const questions = createConnectionQuestions(setup);
	const closing = new AbortController();
	const {tell} = createHostStateRecorder(setup);
	let loading: Promise<Hops> | null = null;
	let engine: SshModule | null = null;
	const hosts: HostsState = {
		...setup,
		places: new Map(),
		openings: new Map(),
		givenUp: new Set(),
		closing,
		tell,
		engine: () => engine,
		loaded: () => engine?.hops ?? null,
		load() {
			loading ??= loadSsh(setup, questions).then(made => {
				engine = made;
				made.hops.onState((host, state) => follow(hosts, host, state));
				return made.hops;
			});
			return loading;
		},
	};
	keepAsking(
		setup,
		{
			placeOf: host => (whyNot(hosts, host) === null ? (hosts.places.get(host) ?? null) : null),
			closing: closing.signal,
		},
		[endLater, lookLater],
	);
	return {
		start: () => tellUnconnected(setup),
		connect: (target, how) => connect(hosts, target, how),
		choose: host => choose(hosts, host),
		disconnect: host => disconnect(hosts, host),
		retry: host => retry(hosts, host),
		answer: questions.answer,
		configured: () => configuredHosts(ports),
		transport: host => hosts.places.get(host)?.transport ?? null,
		files: host => (host === localHost ? localFiles : (hosts.places.get(host)?.files ?? null)),
		machine: host => hosts.places.get(host)?.machine ?? null,
		whyNot: host => whyNot(hosts, host),
		withState(host, note) {
			const record = hopOf(store.state(), host);
			return record === null || record.state.status === 'ready'
				? note
				: `${host}: ${hopStateWords(record, ports.clock.now())}; ${note}`;
		},
		hurry: () => giveUpSilent(hosts, host => engine?.hops.get(host)?.state().status === 'ready'),
		close() {
			closing.abort();
			questions.close();
			engine?.hops.close();
		},
	};
}

/**
 * Reports a host as ready only when its system is known. Until then the host is still connecting.
 */
function follow(hosts: HostsState, host: HostId, state: HopState): void {
	const {places, openings, closing, loaded, tell} = hosts;
	if (closing.signal.aborted) {
		return;
	}
	const facts = loaded()?.get(host)?.facts() ?? null;
	if (state.status === 'closed') {
		places.delete(host);
		openings.delete(host);
	}
	if (state.status !== 'ready' || places.has(host)) {
		tell({host, state, facts});
		return;
	}
	const opening = openPlace(hosts, host);
	openings.set(host, opening);
	void opening.then(opened => {
		if (!loaded()?.get(host)?.link() || closing.signal.aborted) {
			// A lost connection has reported itself, and a session that closes needs no report.
		} else if (!opened.ok) {
			tell({host, state: {status: 'failed', reason: opened.failure}, facts});
		} else {
			places.set(host, opened.value);
			tell({host, state, facts, place: placeOf(opened.value)});
		}
	});
}

function placeOf({about}: RemoteWorkspace): HopPlace {
	const {home, shell, system} = about;
	return {home, shell, system, cwd: home};
}

async function openPlace(
	{ports, engine, closing, givenUp}: HostsState,
	host: HostId,
): Promise<Result<RemoteWorkspace>> {
	const {hops, openPlace: open} = engine() ?? {};
	const hop = hops?.get(host);
	const persists = () => ports.settings.hops.persist === 'tmux';
	const isGivenUp = () => givenUp.has(host);
	return hop && open
		? open(hop, {clock: ports.clock, persists, isGivenUp, signal: closing.signal})
		: {ok: false, failure: gone(host)};
}

function gone(host: HostId): Failure {
	return failed('cancelled', `The connection to ${host} was closed.`);
}

async function connect(
	hosts: HostsState,
	text: string,
	{choose: choosing, signal, wasConnected = false}: HowToConnect,
): Promise<Result<HopRecord>> {
	const {target, folder} = splitTarget(text);
	const parsed = parseTarget(target);
	if (!parsed.ok) {
		return parsed;
	}
	const {host} = parsed.value;
	const isUnknown = hopOf(hosts.store.state(), host) === null;
	if (choosing === 'at once') {
		choose(hosts, host);
	}
	const hops = await hosts.load().catch(String);
	if (typeof hops === 'string') {
		return {ok: false, failure: notLoaded(hops)};
	}
	const giveUp = () => hops.disconnect(host);
	if (isUnknown) {
		signal?.addEventListener('abort', giveUp, {once: true});
	}
	const done = await reach(hosts, {connecting: hops.connect(target, {wasConnected}), host, folder});
	signal?.removeEventListener('abort', giveUp);
	if (!done.ok && isUnknown && !hosts.places.has(host) && choosing !== 'at once') {
		// A mistyped name must not stay in the list and be tried again and again.
		giveUp();
	}
	if (done.ok && choosing !== 'no') {
		choose(hosts, host);
	}
	return done;
}

type Connecting = {
	readonly connecting: ReturnType<Hops['connect']>;
	readonly host: HostId;
	readonly folder: string | null;
};

/** Connects, waits until the host's system is known, and enters the requested folder. */
async function reach(
	hosts: HostsState,
	{connecting, host, folder}: Connecting,
): Promise<Result<HopRecord>> {
	const earlier = hosts.openings.get(host);
	const connected = await connecting;
	if (!connected.ok) {
		return connected;
	}
	if (earlier && earlier === hosts.openings.get(host) && !(await earlier).ok) {
		// The host's system could not be found out earlier over this connection, so it is tried again.
		follow(hosts, host, connected.value.state());
	}
	const opened = await hosts.openings.get(host);
	if (opened && !opened.ok) {
		return opened;
	}
	if (folder !== null) {
		const files = hosts.places.get(host)?.files ?? null;
		const {signal} = hosts.closing;
		const cwd = await enter(files, {host, folder, signal});
		if (!cwd.ok) {
			return cwd;
		}
		hosts.append({type: 'hop.moved', host, cwd: cwd.value});
	}
	const record = hopOf(hosts.store.state(), host);
	return record ? {ok: true, value: record} : {ok: false, failure: gone(host)};
}

function choose({store, append}: HostsState, host: HostId): void {
	const {hops, chat} = store.state();
	const cwd = hopOf({hops}, host)?.place?.cwd ?? null;
	// Even if the host is already the current one, its folder may have changed.
	const told = chat.items.findLast(item => item.type === 'hop');
	if (hops.current !== host || (told?.type === 'hop' && told.cwd !== cwd)) {
		append({type: 'hop.chosen', host, cwd});
	}
}

function disconnect({append, loaded}: HostsState, host: HostId): void {
	if (loaded()?.get(host)) {
		loaded()?.disconnect(host);
	} else {
		// An earlier run of the program left this entry. There is no connection to close.
		append({type: 'hop.changed', host, state: {status: 'closed'}, facts: null});
	}
}

function retry(hosts: HostsState, wanted: HostId | null): void {
	const {store, append} = hosts;
	const lost = store
		.state()
		.hops.list.filter(({host, state}) =>
			wanted === null
				? state.status === 'reconnecting' || state.status === 'failed'
				: host === wanted,
		);
	for (const {host} of lost) {
		void connect(hosts, host, {choose: 'no'}).then(done => {
			if (!done.ok) {
				append({type: 'notice.shown', level: 'error', text: done.failure.message});
			}
		});
	}
	if (lost.length === 0) {
		append({type: 'notice.shown', level: 'info', text: 'No connection is lost.'});
	}
}

function whyNot({store, ports, loaded, places}: HostsState, host: HostId): Failure | null {
	if (host === localHost || (loaded()?.get(host)?.link() && places.has(host))) {
		return null;
	}
	const record = hopOf(store.state(), host);
	const how = record ? ` (${hopStateWords(record, ports.clock.now())})` : '';
	const next =
		record?.state.status === 'reconnecting' || record?.state.status === 'connecting'
			? 'It is being connected; hop_status shows when it is ready.'
			: `The person connects it with /hop ${host}, or hop_connect asks for it.`;
	const message = `${host} is not connected${how}, so nothing was run there, and nothing here in its place. ${next}`;
	return failed('unreachable', message);
}
