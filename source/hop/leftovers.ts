import type {Clock, Timer} from '../platform/clock.ts';
import type {ChannelEvents, Program} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import type {OutputEnd} from './output-end.ts';
import {endTree, type RemoteTree} from './run-end.ts';

/** The processes that a remote program left running. */
export type Leftovers = {
	readonly known: () => readonly number[];
	readonly set: (pids: readonly number[]) => void;
	/**
	 * Call this when the program has ended; resolves when that may be told. A look over the host's
	 * processes takes as long as a command, so we wait for it only where there is a reason: a command
	 * that speaks of the background, or an output that something still holds. Else we look later.
	 */
	readonly atEnd: (link: Link, drained: Promise<OutputEnd>) => Promise<void>;
	readonly close: () => void;
};

/** Late enough to stay out of the way of a command that follows at once. */
const lookLaterMs = 500;
const speaksOfBackground = /(?<![&>|])&(?![&>])|\b(?:nohup|setsid|disown|daemon\w*|detach\w*)\b/;

export function createLeftovers({
	program,
	tree,
	clock,
	onLeft,
}: {
	program: Program;
	tree: RemoteTree;
	clock: Clock;
	onLeft: ChannelEvents['onLeft'];
}): Leftovers {
	let pids: readonly number[] = [];
	let timer: Timer | null = null;
	let isClosed = false;
	const text = program.type === 'argv' ? program.argv.join(' ') : (program.command ?? '');
	const look = async (link: Link): Promise<readonly number[]> =>
		(await endTree(link, tree, {clock, manner: 'look'})) ?? [];
	return {
		known: () => pids,
		set(left) {
			pids = left;
		},
		async atEnd(link, drained) {
			const looking = speaksOfBackground.test(text) ? look(link) : null;
			const end = await drained;
			if (looking !== null || end !== 'whole') {
				pids = await (looking ?? look(link));
				return;
			}
			timer = clock.after(lookLaterMs, async () => {
				const found = await look(link);
				if (!isClosed && found.length > 0) {
					pids = found;
					onLeft?.(found);
				}
			});
		},
		close() {
			isClosed = true;
			timer?.cancel();
		},
	};
}
