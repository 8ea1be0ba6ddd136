import {type HostId, localHost} from '../source/events/ids.ts';
import type {Link} from '../source/hop/link.ts';
import {hopTransport} from '../source/hop/transport.ts';
import type {Clock} from '../source/platform/clock.ts';
import {systemIds} from '../source/platform/ids.ts';
import {localTransport} from '../source/terminal/local-pty.ts';
import {createTerminals} from '../source/terminal/terminals.ts';

const limitMs = 120_000;

/**
 * Runs commands as the model's tools do: each in a terminal of its own, here or on another machine.
 */
export type BenchTerminals = {
	readonly run: (command: string, where: HostId) => Promise<void>;
	/** Ends the terminals that are left. `run` does not wait for that, as a tool's call doesn't. */
	readonly close: () => Promise<void>;
};

export function openBenchTerminals(link: Link, clock: Clock): BenchTerminals {
	const transports = {
		[localHost]: localTransport({clock, environment: process.env}),
		[link.host]: hopTransport({host: link.host, link: () => link, clock}),
	};
	const terminals = createTerminals({
		clock,
		ids: systemIds(),
		limits: {max: 10, idleExitedMs: 60_000, scrollbackLines: 1000},
		transports: host => transports[host] ?? null,
		logFolder: null,
		onChange() {},
	});
	return {
		async run(command, host) {
			const program = {type: 'shell', command, login: false} as const;
			const opened = await terminals.open({host, program, cwd: '/tmp', owner: 'model'});
			if (!opened.ok) {
				throw new Error(opened.failure.message);
			}
			const {id} = opened.terminal;
			// Subscribe to the screen as a pane does, because a flood that no pane shows is slowed down
			// on purpose.
			const stop = terminals.screen(id)?.subscribe(() => {});
			const signal = AbortSignal.timeout(limitMs);
			await terminals.wait([id], {conditions: {exit: true}, deadlineMs: limitMs, signal});
			stop?.();
			const ended = terminals.get(id)?.ended;
			if (ended?.exitCode !== 0) {
				throw new Error(`${command} on ${host}: ${JSON.stringify(ended)}`);
			}
		},
		close: terminals.closeAll,
	};
}
