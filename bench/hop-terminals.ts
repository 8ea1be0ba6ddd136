import {type HostId, localHost} from '../source/events/ids.ts';
import type {Link} from '../source/hop/link.ts';
import {hopTransport} from '../source/hop/transport.ts';
import type {Clock} from '../source/platform/clock.ts';
import {systemIds} from '../source/platform/ids.ts';
import {localTransport} from '../source/terminal/local-pty.ts';
import {createTerminals} from '../source/terminal/terminals.ts';

const limitMs = 120_000;

/** Commands as the model's tools run them: in a terminal of their own, here or over a link. */
export type BenchTerminals = {
	readonly run: (command: string, where: HostId) => Promise<void>;
	/** Ends what is left; a call of a tool does not wait for that. */
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
			// As a pane does: a flood that nobody looks at is slowed on purpose.
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
