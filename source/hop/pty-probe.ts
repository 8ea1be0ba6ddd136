import type {Clock} from '../platform/clock.ts';
import {
	type Blockage,
	judgeWaiting,
	readModes,
	tellingBlockage,
	threadBlockage,
} from '../terminal/blockage.ts';
import type {Waiting} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import {runScript} from './run-script.ts';
import type {RemoteLeader} from './run-start.ts';

const askMsMax = 3000;
const silenceMsMax = 1000;

/**
 * Finds out what the foreground program waits for. Returns null if the remote kernel hides that.
 */
export async function askWaiting(
	link: Link,
	{pid, terminal}: RemoteLeader,
	{clock, how}: {clock: Clock; how: 'surely' | undefined},
): Promise<Waiting> {
	if (terminal === null) {
		return null;
	}
	const asked = await runScript(link, {
		script: probeScript,
		parameters: [String(pid), terminal],
		timeoutMs: askMsMax,
		silenceMsMax,
		clock,
	});
	const output = asked.ok ? asked.value.output.toString('latin1') : '';
	return judge(output, {terminal, isSure: how === 'surely'});
}

function judge(output: string, {terminal, isSure}: {terminal: string; isSure: boolean}): Waiting {
	const [machine = '', ...lines] = output.split('\n');
	const threads = lines.filter(line => line.startsWith('thread|'));
	const blockage = tellingBlockage(
		threads.map(line => blockageOf(line, {arch: archOf(machine), terminal})),
	);
	const modes = output.slice(output.indexOf('\nmodes') + 1);
	return blockage === 'elsewhere' || !modes.includes('icanon')
		? null
		: judgeWaiting(blockage, {...readModes(modes), isSure});
}

function archOf(machine: string): string {
	return {x86_64: 'x64', amd64: 'x64', aarch64: 'arm64'}[machine] ?? machine;
}

function blockageOf(line: string, {arch, terminal}: {arch: string; terminal: string}): Blockage {
	const [, state, call = '', waitChannel = '', first, input] = line.split('|');
	return state === 'R'
		? 'elsewhere'
		: threadBlockage({
				call,
				waitChannel: () => waitChannel,
				arch,
				isTerminal: descriptor =>
					[terminal, '/dev/tty'].includes((descriptor === 0 ? input : first) ?? ''),
			});
}

/**
 * Prints, for each thread of the foreground group: its state, its system call, the kernel function
 * in which it sleeps, and the descriptor from which it reads.
 */
const probeScript = `{ read -r l </proc/$1/stat; } 2>/dev/null || exit 0
terminal=$2
set -- \${l##*) }
group=$6
[ "$group" -gt 0 ] || exit 0
uname -m
for f in /proc/[0-9]*/stat; do
	{ read -r l <"$f"; } 2>/dev/null || continue
	set -- \${l##*) }
	[ "$3" = "$group" ] || continue
	state=$1 folder=\${f%/stat}
	for task in "$folder"/task/*; do
		call= sleeps= first=
		{ read -r call <"$task/syscall"; } 2>/dev/null
		{ read -r sleeps <"$task/wchan"; } 2>/dev/null
		set -- $call
		case "\${2:-}" in 0x? | 0x??) first=$(readlink "$folder/fd/$(($2))") ;; esac
		echo "thread|$state|$call|$sleeps|$first|$(readlink "$folder/fd/0")"
	done
done 2>/dev/null
printf 'modes '
LC_ALL=C stty -a <"$terminal"`;

/** Signals the foreground group, as Ctrl-C would; if there is none, signals the leader alone. */
export function signalForeground(
	link: Link,
	{leader, name, clock}: {leader: RemoteLeader; name: NodeJS.Signals; clock: Clock},
): void {
	void runScript(link, {
		script: signalScript,
		parameters: [String(leader.pid), name.replace(/^SIG/, '')],
		timeoutMs: askMsMax,
		clock,
	});
}

const signalScript = `pid=$1 name=$2 l=
{ read -r l </proc/$pid/stat; } 2>/dev/null
set -- \${l##*) }
group=\${6:-$(ps -o tpgid= -p "$pid")}
if [ "\${group:-0}" -gt 0 ]; then kill -"$name" -"$group"; else kill -"$name" "$pid"; fi`;
