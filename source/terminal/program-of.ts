import type {Clock} from '../platform/clock.ts';
import type {SessionEvent} from './session.ts';
import type {Channel} from './transport.ts';

/**
 * Returns the functions that act on a terminal's program: signal it, type into it, ask whether it
 * waits, and end it.
 */
export function programOf({
	channel,
	intake,
	clock,
}: {
	readonly channel: Channel;
	readonly intake: {
		readonly ended: () => object | null;
		readonly hasSpoken: () => boolean;
		readonly tell: (event: SessionEvent) => void;
	};
	readonly clock: Clock;
}) {
	let lastInputAt = clock.elapsed();
	return {
		lastInputAt: () => lastInputAt,
		// A program that polls before it has printed anything is probably still starting, so then
		// polling does not count as waiting.
		waiting: () => channel.waiting(intake.hasSpoken() ? undefined : 'surely'),
		write(bytes: Uint8Array) {
			lastInputAt = clock.elapsed();
			const isTaken = channel.write(bytes);
			intake.tell({type: 'typed'});
			return isTaken;
		},
		signal: (name: NodeJS.Signals) => intake.ended() === null && channel.signal(name),
		async end(options: {readonly force: boolean}) {
			const report = await channel.end(options);
			if (report.unconfirmed) {
				intake.tell({type: 'unconfirmed', unconfirmed: report.unconfirmed});
			}
			return report;
		},
		leftovers: () => channel.leftovers(),
		killNow: () => channel.killNow(),
	};
}
