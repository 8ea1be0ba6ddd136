import type {Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Size} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import {runScript} from './run-script.ts';

/** A tmux session on the remote host, and the folder with the log of its output. */
export type TmuxPlace = {readonly name: string; readonly folder: string};

/** Its own socket and no config, so it can't meet the user's tmux. */
export const tmux = 'tmux -L agent-tui -f /dev/null';

const startMsMax = 30_000;

/**
 * Creates a session that waits with the command until its output is being logged, so that no byte
 * is lost. Returns null if the host has no tmux or too old a one.
 */
export async function startTmux(
	link: Link,
	{name, size, line, clock}: {name: string; size: Size; line: string; clock: Clock},
): Promise<Result<TmuxPlace | null>> {
	const ran = await runScript(link, {
		script: startScript,
		parameters: [name, String(size.columns), String(size.rows), line, endedScript],
		timeoutMs: startMsMax,
		clock,
	});
	if (!ran.ok) {
		return ran;
	}
	const folder = ran.value.output.toString('utf8').trim();
	return {ok: true, value: folder === '' ? null : {name, folder}};
}

/** The `no-output` flag of control clients came with tmux 3.2. */
const startScript = `case "$(tmux -V 2>/dev/null)" in
	'tmux 3.'[2-9]* | 'tmux '[4-9]* | 'tmux '[1-9][0-9]*) ;;
	*) exit 0 ;;
esac
umask 077
folder=$(mktemp -d "\${TMPDIR:-/tmp}/agent-tui.XXXXXX") || exit 0
mkfifo "$folder/go" || exit 0
: >"$folder/log"
: >"$folder/died"
printf '%s\\n' "name='$1' folder='$folder'" "$5" >"$folder/ended"
printf '%s\\n' "read -r go <'$folder/go'" \\
	'unset TMUX TMUX_PANE TERM_PROGRAM TERM_PROGRAM_VERSION' "$4" >"$folder/line"
${tmux} start-server \\; set -s default-terminal xterm-256color \\; set -s escape-time 0 \\; \\
	set -g history-limit 0 \\; set -g status off \\; set -g prefix None \\; set -g prefix2 None \\; \\
	set -g remain-on-exit on \\; \\
	new-session -d -s "$1" -x "$2" -y "$3" -- sh "$folder/line" \\; \\
	pipe-pane -O -t "=$1:" "cat >>'$folder/log'; echo >>'$folder/written'" \\; \\
	set-hook -t "=$1:" pane-died "run-shell -b \\"sh '$folder/ended' </dev/null >/dev/null 2>&1 &\\"" >/dev/null 2>&1 || { rm -rf "$folder"; exit 0; }
echo go >"$folder/go"
printf '%s\\n' "$folder"`;

/**
 * Runs on the host when the program has ended: writes down how, once, and how much it printed. The
 * pipe to the writer of the log ends with the session; all that was in it is in the log then.
 */
const endedScript = `nap() { sleep 0.05 2>/dev/null || sleep 1; }
cd "$folder" || exit
if ! mkdir ending 2>/dev/null; then
	# Another one is at it, or was ended in the middle of it.
	tries=0
	until [ -s died ] || [ $tries -ge 100 ]; do tries=$((tries + 1)); nap; done
	[ ! -s died ] || exit 0
fi
# That its output has ended is known before how it ended is.
tries=0
while how=$(${tmux} display-message -p -t "=$name:" "#{pane_dead_status},#{pane_dead_signal}"); do
	[ "$how" = , ] && [ $tries -lt 40 ] || break
	tries=$((tries + 1))
	# It may have missed that a child ended; the end of another makes it look at all of them.
	${tmux} run-shell true
	nap
done
${tmux} kill-session -t "=$name"
tries=0
until [ -s written ] || [ $tries -ge 100 ]; do tries=$((tries + 1)); nap; done
short=
[ -s written ] || short=short
echo "died \${how:-,} $(($(wc -c <log))) $short" >>died`;

const removeMsMax = 5000;

/** Call this when nothing more will be read from the session. */
export function removeTmux(link: Link, {name, folder}: TmuxPlace, clock: Clock): void {
	void runScript(link, {
		script: `${tmux} kill-session -t "=$1"; rm -rf -- "$2"`,
		parameters: [name, folder],
		timeoutMs: removeMsMax,
		clock,
	});
}
