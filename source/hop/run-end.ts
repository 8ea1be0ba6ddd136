import type {Clock} from '../platform/clock.ts';
import type {Link} from './link.ts';
import {runScript} from './run-script.ts';
import type {RemoteLeader} from './run-start.ts';
import {collectTree} from './run-table.ts';

/** A program on the far side with all that came from it. */
export type RemoteTree = {readonly leader: RemoteLeader; readonly marker: string};

/** `force`: who does not listen is killed. `kill`: nobody is asked. `look`: nobody is touched. */
export type Manner = 'polite' | 'force' | 'kill' | 'look';

const endMsMax = 10_000;

/**
 * Ends the tree over a channel of its own and looks whether it is gone. Answers with the processes
 * that are still there; null when the far side could not be asked.
 */
export async function endTree(
	link: Link,
	{leader, marker}: RemoteTree,
	{clock, manner}: {clock: Clock; manner: Manner},
): Promise<readonly number[] | null> {
	const ran = await runScript(link, {
		script: endScript,
		parameters: [String(leader.pid), String(leader.startTicks), marker, manner],
		timeoutMs: endMsMax,
		clock,
	});
	const left = ran.ok ? /^left(.*)$/m.exec(ran.value.output.toString('latin1')) : null;
	return left === null ? null : left[1]!.split(' ').filter(Boolean).map(Number);
}

const endScript = `${collectTree}
manner=$4
# Of the snapshot: who is there with the same start, and no zombie.
still() {
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
