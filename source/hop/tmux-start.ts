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
		parameters: [name, String(size.columns), String(size.rows), line],
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
printf '%s\\n' "read -r go <'$folder/go'" \\
	'unset TMUX TMUX_PANE TERM_PROGRAM TERM_PROGRAM_VERSION' "$4" >"$folder/line"
${tmux} start-server \\; set -s default-terminal xterm-256color \\; set -s escape-time 0 \\; \\
	set -g history-limit 0 \\; set -g status off \\; set -g prefix None \\; set -g prefix2 None \\; \\
	set -g remain-on-exit on \\; \\
	new-session -d -s "$1" -x "$2" -y "$3" -- sh "$folder/line" \\; \\
	pipe-pane -O -t "=$1:" "cat >>'$folder/log'; echo >>'$folder/written'" \\; \\
	set-hook -t "=$1:" pane-died "run-shell \\"echo >>'$folder/died'\\"" >/dev/null 2>&1 || { rm -rf "$folder"; exit 0; }
echo go >"$folder/go"
printf '%s\\n' "$folder"`;

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
