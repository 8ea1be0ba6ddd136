import {lineForAnyShell} from './quote.ts';
import type {Nonce} from './run-marker.ts';

/** Who was started, as the far side's kernel tells it. */
export type RemoteLeader = {
	readonly pid: number;
	/** When it started, in the kernel's ticks; 0 where there is no `/proc`. */
	readonly startTicks: number;
	/** Its terminal, such as `/dev/pts/3`. */
	readonly terminal: string | null;
};

export type Started =
	| {readonly type: 'started'; readonly leader: RemoteLeader}
	| {readonly type: 'refused'; readonly why: 'workdir' | 'shell' | 'program'};

/**
 * How a command begins on the far side: enter the folder, say who is about to become the command,
 * and become it. Nothing of the command is started when a step before it fails, or when nobody
 * listens any more.
 */
export function startLine(
	nonce: Nonce,
	{marker, cwd, command}: {marker: string; cwd: string | null; command: string},
): string {
	return lineForAnyShell(execScript, [...nonce.halves, marker, cwd ?? '.', command]);
}

/**
 * `become shell command`: says `$ok` (and `$aside` on the other output), and is the command from
 * then on. Shells that read an rc file for every command have read it once already, and it may be
 * noisy: they are told not to, and fish, which can't be told, speaks up only behind it.
 */
export const becomeShell = `announce() {
	printf '%s\\n' "$ok" || exit 1
	printf %s "$aside" >&2
}
become() {
	case "\${1##*/}" in
		fish)
			exec "$1" \${login:+-l} -c 'printf "%s\\n" $argv[1]; or exit 1; printf %s $argv[2] >&2; eval $argv[3]' "$ok" "$aside" "$2" ;;
		csh | tcsh)
			announce
			exec "$1" -f -c "$2" ;;
		zsh)
			announce
			if [ -n "$login" ]; then exec "$1" -l -c "$2"; else exec "$1" -f -c "$2"; fi ;;
		*)
			announce
			exec "$1" \${login:+-l} -c "$2" ;;
	esac
}`;

/** Linux alone tells when a process started, which is what keeps a pid from being mistaken. */
export const ownFacts = `l=
{ read -r l </proc/$$/stat; } 2>/dev/null`;

const execScript = `m=$1-$2
cd -- "$4" 2>/dev/null || { printf '%s workdir\\n' "$m"; exit 1; }
${ownFacts}
SHLVL=1 AGENT_TUI_SESSION=$3
export SHLVL AGENT_TUI_SESSION
${becomeShell}
ok="$m ok $$ - \${l##*) }" login= aside="$m
"
become "\${SHELL:-/bin/sh}" "$5"`;

/** `ok pid terminal state parent …`, or one word of why not. */
export function readStart(words: readonly string[]): Started {
	const [status, pid, terminal = '-', ...facts] = words;
	if (status === 'ok') {
		return {
			type: 'started',
			leader: {
				pid: Number(pid),
				startTicks: Number(facts[startTicksField] ?? 0),
				terminal: terminal.startsWith('/') ? terminal : null,
			},
		};
	}
	return {type: 'refused', why: status === 'workdir' || status === 'shell' ? status : 'program'};
}

const startTicksField = 19;
