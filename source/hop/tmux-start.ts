import type {Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Size} from '../terminal/transport.ts';
import type {Link} from './link.ts';
import type {Nonce} from './run-marker.ts';
import {runScript} from './run-script.ts';

/** A tmux session on the remote host, and the folder with the log of its output. */
export type TmuxPlace = {
	readonly name: string;
	readonly folder: string;
	/**
	 * A mark that a shell of ours prints after the program's whole output. This shell is the
	 * session's main process, since tmux may drop the last bytes when that process ends: the shell
	 * waits for the program, and ends the session only when the mark is in the log.
	 */
	readonly mark: Pick<Nonce, 'whole'>;
};

/** Uses a socket of its own and no config, so that it never touches the user's tmux. */
export const tmux = 'tmux -L agent-tui -f /dev/null';

const startMsMax = 30_000;

/**
 * Creates a session whose command waits until its output is being logged, so that no byte is lost.
 * Returns null if the host has no tmux or one that is too old.
 */
export async function startTmux(
	link: Link,
	{
		name,
		size,
		line,
		nonce,
		clock,
		signal,
	}: {
		name: string;
		size: Size;
		line: string;
		nonce: Nonce;
		clock: Clock;
		signal: AbortSignal;
	},
): Promise<Result<TmuxPlace | null>> {
	const ran = await runScript(link, {
		script: startScript,
		parameters: [name, String(size.columns), String(size.rows), line, endedScript, nonce.whole],
		timeoutMs: startMsMax,
		signal,
		clock,
	});
	if (!ran.ok) {
		return ran;
	}
	const folder = ran.value.output.toString('utf8').trim();
	return {ok: true, value: folder === '' ? null : {name, folder, mark: nonce}};
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
printf '%s\\n' "name='$1' folder='$folder' mark='$6'" "$5" >"$folder/ended"
printf '%s\\n' "read -r go <'$folder/go'" \\
	'unset TMUX TMUX_PANE TERM_PROGRAM TERM_PROGRAM_VERSION' 'trap : INT QUIT' '(' "$4" ')' \\
	"exec sh '$folder/ended' \\$?" >"$folder/line"
${tmux} start-server \\; set -s default-terminal xterm-256color \\; set -s escape-time 0 \\; \\
	set -g history-limit 0 \\; set -g status off \\; set -g prefix None \\; set -g prefix2 None \\; \\
	set -g remain-on-exit on \\; \\
	new-session -d -s "$1" -x "$2" -y "$3" -- sh "$folder/line" \\; \\
	pipe-pane -O -t "=$1:" "cat >>'$folder/log'" \\; \\
	set-hook -t "=$1:" pane-died "run-shell -b \\"sh '$folder/ended' </dev/null >/dev/null 2>&1 &\\"" >/dev/null 2>&1 || { rm -rf "$folder"; exit 0; }
echo go >"$folder/go"
printf '%s\\n' "$folder"`;

/**
 * Runs on the host when the program has ended, and records how. Its argument is the exit code. If
 * there is none, the process that waited for the program was killed too, so it is unknown how the
 * program ended and whether the log is complete.
 */
const endedScript = `nap() { sleep 0.02 2>/dev/null || sleep 1; }
cd "$folder" || exit
mkdir ending 2>/dev/null || exit 0
trap '' HUP INT QUIT
how=, short=short
if [ $# = 1 ]; then
	printf '\\033_%s\\033\\\\' "$mark"
	tries=0
	until tail -c 65536 log | grep -qF "$mark" || [ $tries -ge 500 ]; do
		tries=$((tries + 1))
		nap
	done
	[ $tries -ge 500 ] || short=
	how=$1,
	if [ "$1" -gt 128 ] && signal=$(kill -l $(($1 - 128)) 2>/dev/null); then how=,$signal; fi
fi
# What is told after the session's end is not taken for a command to tmux.
${tmux} kill-session -t "=$name" >/dev/null 2>&1
echo "died $how $(($(wc -c <log))) $short" >>died`;

/**
 * A long limit, because no caller waits for this, and files that a busy host fails to remove in
 * time would stay there.
 */
const removeMsMax = 60_000;

/**
 * The session's own shell may be recording its end at that moment. A file that it makes meanwhile
 * keeps `rm` from removing the folder, so `rm` is tried again.
 */
const removeScript = `${tmux} kill-session -t "=$1"
tries=0
until rm -rf -- "$2" 2>/dev/null || [ $tries -ge 50 ]; do
	tries=$((tries + 1))
	sleep 0.1 2>/dev/null || sleep 1
done`;

/** Call this when nothing more will be read from the session. */
export function removeTmux(link: Link, {name, folder}: TmuxPlace, clock: Clock): void {
	void runScript(link, {
		script: removeScript,
		parameters: [name, folder],
		timeoutMs: removeMsMax,
		clock,
	});
}
