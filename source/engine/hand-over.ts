import {failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';
import type {ServerEntry} from '../mcp-client/server-entry.ts';
import {atMost} from '../platform/at-most.ts';
import {adoptChild} from '../platform/handed-child.ts';
import type {Inherited} from '../platform/still-stream.ts';
import {isAtWork, waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';
import type {TakenTerminals} from '../terminal/handed-terminals.ts';
import type {HandedTerminal} from '../terminal/terminal.ts';
import type {Exit} from '../terminal/transport.ts';
import type {HandedProxy} from '../watchdog/hand-over-proxy.ts';
import type {EngineParts} from './engine-parts.ts';

/**
 * What only this engine's process knows, passed to the process that replaces it during an upgrade.
 * Everything else is in the journal. Connections to other machines can't be passed on: the next
 * process connects to `hosts` again, and then finds the terminals that run there in tmux.
 */
export type HandedEngine = {
	readonly from: string;
	readonly terminals: readonly HandedTerminal[];
	readonly proxy: HandedProxy | null;
	readonly isProxyOff: boolean;
	readonly hosts: readonly HostId[];
	/** The MCP servers that editors brought; they start again when they are needed. */
	readonly brought?: readonly ServerEntry[];
};

/** An engine that has stopped, so that it touches nothing that the next process may already own. */
export type StoppedEngine = {
	readonly handed: HandedEngine;
	/** Returns, by terminal, how programs have ended since the stop. */
	readonly exits: () => Readonly<Record<string, Exit>>;
	/** Continues as if nothing had happened, because no other process has taken over. */
	readonly goOn: () => void;
	/** Closes the connections to hosts and MCP servers. The next process opens them again. */
	readonly leave: () => void;
};

/** An engine that has received everything from another process and waits for `begin` to use it. */
export type TakenEngine = {readonly begin: (exits: Readonly<Record<string, Exit>>) => void};

/** Passes the running session from one process to the next. */
export type HandOver = {
	/**
	 * Resolves to a sentence for a person that says why the session can't be handed over now; null if
	 * it can.
	 */
	readonly whyNot: () => Promise<string | null>;
	/** Returns the open files and pipes that the next process has to inherit. */
	readonly inherited: () => readonly Inherited[];
	/** Stops reading and writing, and collects what only this process knows. */
	readonly stop: () => Promise<Result<StoppedEngine>>;
	/**
	 * Call this instead of `start`: it takes over what the other process hands over. Nothing is read
	 * or written before `begin`.
	 */
	readonly take: (handed: HandedEngine) => Promise<Result<TakenEngine>>;
};

/**
 * `start` is called at `begin`: it starts the parts of this engine that nothing is handed over to.
 */
export function createHandOver(
	parts: EngineParts,
	start: (handed: HandedEngine) => void,
): HandOver {
	return {
		whyNot: () => whyNotHandedOver(parts),
		inherited: () => [
			...parts.terminals.handOver.inherited(),
			...parts.monitoring.supervisor.inherited(),
		],
		stop: () => stopEngine(parts),
		async take(handed) {
			const taken: Result<TakenTerminals> = await parts.terminals.handOver.takeOver(
				handed.terminals,
			);
			if (!taken.ok) {
				return taken;
			}
			const begin = takeEngine(parts, handed, taken.value);
			return {
				ok: true,
				value: {
					begin(exits) {
						begin(exits);
						start(handed);
					},
				},
			};
		},
	};
}

async function whyNotHandedOver({
	ports,
	store,
	turns,
	monitoring,
}: EngineParts): Promise<string | null> {
	let isSettled = false;
	const settled = turns.settled().then(() => {
		isSettled = true;
	});
	if (!isAtWork(store.state())) {
		await atMost(ports.clock, settledMsMax, settled);
	}
	const state = store.state();
	if (!isSettled || isAtWork(state) || state.chat.queue.length > 0) {
		return 'The agent is at work. /upgrade again after this turn.';
	}
	if (waitingCalls(state).length > 0 || state.chat.parked.length > 0) {
		return 'A card waits for an answer. /upgrade again after this turn.';
	}
	if (state.hops.questions.length > 0) {
		return 'A connection waits for an answer. /upgrade again when it is there.';
	}
	if (monitoring.hasGuests()) {
		return 'An agent that was launched here runs, and is watched by this process. /upgrade again when it has ended.';
	}
	const left = state.terminals.find(one => isLeftBehind(one));
	if (left) {
		return `“${left.title}” runs on ${left.host} without tmux and would end with the connection, which can't be handed over. /upgrade again when it has ended.`;
	}
	return ports.journal.isWriting() ? null : 'The journal can’t be written now.';
}

/** Longer than an ended turn's last lines take to be written, on a busy machine too. */
const settledMsMax = 1000;

function isLeftBehind({host, ended, kept}: State['terminals'][number]): boolean {
	return host !== localHost && ended === null && kept === undefined;
}

async function stopEngine(parts: EngineParts): Promise<Result<StoppedEngine>> {
	const {ports, store, terminals, monitoring, remoteHosts, serverTools} = parts;
	const proxy = monitoring.supervisor.handOver();
	if (proxy === null) {
		return {ok: false, failure: failed('conflict', 'The proxy is just being started.')};
	}
	const stopped = await terminals.handOver.stopAll();
	if (!stopped.ok) {
		proxy.goOn();
		return stopped;
	}
	const writeOn = ports.journal.hold();
	const {handed, exits, goOn} = stopped.value;
	const {isOff} = proxy;
	return {
		ok: true,
		value: {
			handed: {
				from: ports.version,
				terminals: handed,
				proxy: proxy.proxy,
				isProxyOff: isOff,
				hosts: connectedHosts(store.state()),
				brought: ports.mcpServers?.brought() ?? [],
			},
			exits,
			goOn() {
				writeOn();
				goOn();
				proxy.goOn();
			},
			leave() {
				serverTools?.close();
				remoteHosts.close();
			},
		},
	};
}

const connected: ReadonlySet<string> = new Set(['connecting', 'ready', 'stale', 'reconnecting']);

function connectedHosts({hops}: State): readonly HostId[] {
	return hops.list.filter(({state}) => connected.has(state.status)).map(({host}) => host);
}

/** Returns the function that begins reading and writing. */
function takeEngine(
	{monitoring, remoteHosts, append, ports: {version, mcpServers}}: EngineParts,
	{from, proxy, hosts, brought = []}: HandedEngine,
	terminals: TakenTerminals,
): TakenEngine['begin'] {
	const child = proxy && adoptChild(proxy.child);
	return exits => {
		append({type: 'session.upgraded', pid: process.pid, version, from});
		if (proxy && child) {
			monitoring.supervisor.takeOver(proxy, child.child);
			child.begin();
		}
		terminals.begin(exits);
		mcpServers?.bring(() => false, brought);
		for (const host of hosts) {
			void connectAgain({remoteHosts, append}, host);
		}
	};
}

async function connectAgain(
	{remoteHosts, append}: Pick<EngineParts, 'remoteHosts' | 'append'>,
	host: HostId,
): Promise<void> {
	const done = await remoteHosts.connect(host, {choose: 'no', wasConnected: true});
	if (!done.ok) {
		append({type: 'notice.shown', level: 'error', text: done.failure.message});
	}
}
