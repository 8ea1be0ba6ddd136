/** The started process, as the remote kernel describes it. */
export type RemoteLeader = {
	readonly pid: number;
	/** Its start time in kernel ticks; 0 if the host has no `/proc`. */
	readonly startTicks: number;
	/** The process's terminal, such as `/dev/pts/3`. */
	readonly terminal: string | null;
};

export type Started =
	| {readonly type: 'started'; readonly leader: RemoteLeader}
	| {readonly type: 'refused'; readonly why: Refused};

const refusals = ['terminal', 'workdir', 'shell', 'program'] as const;
export type Refused = (typeof refusals)[number];

/**
 * `become shell command`: prints `$ok` (and `$aside` on the other output), then execs the command.
 * The login shell has already read its rc file, which may print text, so the second shell is told
 * to skip it. fish can't be told, so for fish the marker is printed after the rc file.
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

/**
 * Prints facts about the shell's own process. Only Linux gives a start time, which distinguishes
 * the process from a later one with the same pid.
 */
export const ownFacts = `l=
{ read -r l </proc/$$/stat; } 2>/dev/null`;

/** Parses `ok pid terminal state parent …`, or the one word that says why nothing was started. */
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
	return {type: 'refused', why: refusals.find(word => word === status) ?? 'program'};
}

const startTicksField = 19;
