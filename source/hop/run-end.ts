import type {Clock} from '../platform/clock.ts';
import type {EndReport} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import {runScript} from './run-script.ts';
import type {RemoteLeader} from './run-start.ts';
import {collectTree} from './run-table.ts';

/** A program on the remote host and all its descendants. */
export type RemoteTree = {readonly leader: RemoteLeader; readonly marker: string};

/**
 * How to end: `polite` only asks, `force` kills what does not react, `kill` kills at once, and
 * `look` sends no signal.
 */
export type Manner = 'polite' | 'force' | 'kill' | 'look';

/** How long it may take to end a program, and how long the host may be silent meanwhile. */
export type Patience = {readonly totalMsMax: number; readonly silenceMsMax: number};

/**
 * The limits while a person or a model waits. Ending a tree that does not react takes the host up
 * to 2 s.
 */
const usualPatience: Patience = {totalMsMax: 3500, silenceMsMax: 1000};

/**
 * Ends the process tree over a channel of its own, then checks that it is gone. Returns the
 * processes that still run; null if the host could not be asked.
 */
export async function endTree(
	link: Link,
	{leader, marker}: RemoteTree,
	{clock, manner, patience = usualPatience}: {clock: Clock; manner: Manner; patience?: Patience},
): Promise<readonly number[] | null> {
	const ran = await runScript(link, {
		script: endScript,
		parameters: [String(leader.pid), String(leader.startTicks), marker, manner],
		timeoutMs: patience.totalMsMax,
		silenceMsMax: patience.silenceMsMax,
		clock,
	});
	const left = ran.ok ? /^left(.*)$/m.exec(ran.value.output.toString('latin1')) : null;
	return left === null ? null : left[1]!.split(' ').filter(Boolean).map(Number);
}

/** Describes what is known about a program whose end the host did not confirm. */
export function unconfirmedEnd(
	link: Link | null,
	{tree: {leader, marker}, waitedMs}: {tree: RemoteTree; waitedMs: number},
): EndReport {
	const {pid, startTicks} = leader;
	const silentMs = link?.silenceMs() ?? waitedMs;
	return {left: [], unconfirmed: {process: {pid, startTicks, marker}, silentMs}};
}

const endScript = `${collectTree}
manner=$4
# Of the snapshot: who is there with the same start, and no zombie.
# Each look prints a dot, so that the caller knows that the host is at work.
still() {
	echo .
	now=' '
	while read -r p q g s t z f; do
		case "$z" in Z* | X*) ;; *) now="$now$p/$t " ;; esac
	done <<-ROWS
		$(table)
	ROWS
	left=
	for one in $snapshot; do
		case "$now" in *" $one "*) left="$left $one" ;; esac
	done
	snapshot=$left
}
tell() {
	for one in $snapshot; do kill -"$1" "\${one%/*}" 2>/dev/null; done
}
await() {
	i=0
	still
	while [ -n "$left" ] && [ $i -lt "$1" ]; do
		sleep 0.05 2>/dev/null || sleep 1
		i=$((i + 1))
		still
	done
}
collect
snapshot=$found
if [ "$manner" = force ] || [ "$manner" = polite ]; then
	tell HUP; tell TERM; tell CONT
	if [ "$manner" = force ]; then await 10; else await 40; fi
fi
if [ "$manner" = force ] || [ "$manner" = kill ]; then
	for round in 1 2 3; do
		collect
		snapshot="$snapshot $found"
		still
		[ -n "$left" ] || break
		tell KILL
		await 10
	done
fi
still
printf left
for one in $left; do printf ' %s' "\${one%/*}"; done
echo`;
