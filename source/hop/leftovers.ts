import type {Clock, Timer} from '../platform/clock.ts';
import type {ChannelEvents, Program} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import type {OutputEnd} from './output-end.ts';
import {endTree, type RemoteTree} from './run-end.ts';

/** Finds the processes that a remote program left running after its end. */
export type Leftovers = {
	readonly known: () => readonly number[];
	readonly set: (pids: readonly number[]) => void;
	/**
	 * Call this when the program has ended. Resolves when its end may be reported. A search takes as
	 * long as a command, so the report waits for it only if the command looks as if it started
	 * something in the background, or if a process still holds the output open. Otherwise the search
	 * comes later.
	 */
	readonly atEnd: (link: Link, drained: Promise<OutputEnd>) => Promise<void>;
	readonly close: () => void;
};

/**
 * The delay before the later search, so that it does not slow down a command that follows at once.
 */
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
