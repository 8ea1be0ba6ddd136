import {version} from '../cli/version.ts';
import {failed, type Result} from '../events/failure.ts';
import {type HandedOver, type HandOverPorts, handOver} from './hand-over.ts';
import {installedVersion, isLater} from './spawn-engine.ts';

export type Upgrader = {
	/** Hands the session over to the installed version. */
	readonly now: () => Promise<Result<string>>;
	/** Tells the person that a later version is installed, once for each version. */
	readonly look: () => void;
	/**
	 * Stops a running hand-over, or waits for its end if it can't be stopped any more. Returns the id
	 * of the process that has the session then; null if it is this one.
	 */
	readonly giveUp: () => Promise<number | null>;
};

type Ports = Omit<HandOverPorts, 'server' | 'whyNot'> & {
	readonly server: () => HandOverPorts['server'];
	readonly isEnding: () => boolean;
	/** How many other agents use the session's tools. Their connections can't be handed over. */
	readonly agents: () => number;
};

const agentsWords =
	'Another agent uses the tools of this session, and would lose them. /upgrade again when it has left.';

/**
 * Notices that a later version is installed, and hands the session over to it when a person asks.
 */
export function upgrader(ports: Ports): Upgrader {
	const {engine} = ports.opened;
	let running: Promise<HandedOver> | null = null;
	const ending = new AbortController();
	let told: string | null = null;
	const look = () => {
		const installed = installedVersion();
		if (installed !== null && installed !== told && isLater(installed, version)) {
			told = installed;
			const text = `Version ${installed} is installed; this session runs in ${version}. Ctrl+X U, or /upgrade, goes on in it, and everything that runs goes on.`;
			engine.dispatch({type: 'notify', level: 'info', text});
		}
	};
	const whyNot = async () => (ports.agents() > 0 ? agentsWords : engine.handOver.whyNot());
	engine.events.subscribe(({type}) => {
		if (type === 'turn.ended') {
			look();
		}
	});
	return {
		look,
		async now() {
			if (running || ports.isEnding()) {
				return {ok: false, failure: failed('conflict', 'That is being done already.')};
			}
			running = handOver({...ports, whyNot, server: ports.server()}, ending.signal);
			let heir: number | null = null;
			try {
				const done = await running;
				heir = done.heir;
				return done.result;
			} finally {
				// Once another process has the session, `giveUp` must still find out which one.
				running = heir === null ? null : running;
			}
		},
		async giveUp() {
			ending.abort();
			return (await running?.catch(() => null))?.heir ?? null;
		},
	};
}
