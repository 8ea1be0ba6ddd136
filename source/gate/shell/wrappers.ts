/**
 * How to read the options of a wrapper, a program such as `env` that runs the command after its own
 * options.
 */
export type Wrapper = {
	/** Letters of options without a value (`flags`) and of those with a value (`values`). */
	readonly flags?: string;
	readonly values?: string;
	/**
	 * Long options, without their dashes; with `=` if a value follows, in the same word or the next
	 * one.
	 */
	readonly long?: readonly string[];
	/** How many arguments of the wrapper's own come before the command. */
	readonly skips?: number;
	/** Assignments of variables may come before the command. */
	readonly assigns?: true;
	/** The wrapper adds words to the command, as `xargs` does. */
	readonly adds?: true;
	/** Options with which the wrapper only prints something and runs no command. */
	readonly asks?: RegExp;
};

const npx: Wrapper = {
	flags: 'y',
	values: 'p',
	long: ['yes', 'no', 'no-install', 'package=', 'quiet', 'silent', 'bun'],
};
const run: Wrapper = {
	flags: 'qv',
	long: ['quiet', 'no-sync', 'silent', 'frozen', 'locked', 'no-root'],
};

/** The keys are a program's name, or its name and its first argument. */
const wrappers: Readonly<Record<string, Wrapper>> = {
	__proto__: null as never,
	env: {flags: 'iv0', values: 'u', long: ['ignore-environment', 'unset='], assigns: true},
	nohup: {},
	time: {flags: 'pv', assigns: true},
	command: {asks: /^-p?[vV]$/},
	builtin: {},
	noglob: {},
	nocorrect: {},
	'-': {},
	// With `-l`, a shell reads the start files in the home folder and runs them.
	exec: {flags: 'c'},
	setsid: {flags: 'cfw', long: ['fork', 'wait', 'ctty']},
	nice: {flags: '0123456789', values: 'n', long: ['adjustment=']},
	ionice: {flags: 't', values: 'cn', asks: /^-p/},
	stdbuf: {values: 'ioe', long: ['input=', 'output=', 'error=']},
	timeout: {
		flags: 'fpv',
		values: 'ks',
		long: ['foreground', 'preserve-status', 'verbose', 'kill-after=', 'signal='],
		skips: 1,
	},
	taskset: {flags: 'ac', skips: 1},
	chrt: {flags: 'bfior', skips: 1},
	caffeinate: {flags: 'dimsu', values: 't'},
	unbuffer: {flags: 'p'},
	busybox: {},
	toybox: {},
	sudo: {
		flags: 'nHEkKSAbP',
		values: 'ugphCTDRr',
		long: ['preserve-env=', 'user='],
		assigns: true,
	},
	doas: {flags: 'n', values: 'u'},
	xargs: {
		flags: '0rtpxo',
		values: 'InPLsdEa',
		long: [
			'null',
			'no-run-if-empty',
			'verbose',
			'max-args=',
			'max-procs=',
			'delimiter=',
			'replace=',
		],
		adds: true,
	},
	npx,
	bunx: npx,
	uvx: {flags: 'qv', values: 'p', long: ['from=', 'with=', 'python=']},
	'npm exec': npx,
	'npm x': npx,
	'pnpm exec': run,
	'pnpm dlx': npx,
	'yarn exec': run,
	'yarn dlx': npx,
	'bun x': npx,
	'uv run': {
		flags: 'qv',
		values: 'p',
		long: [...run.long!, 'with=', 'extra=', 'group=', 'python=', 'dev'],
	},
	'poetry run': run,
	'pipenv run': run,
	'pdm run': run,
	'rye run': run,
	'hatch run': run,
	'pipx run': {long: ['spec=']},
	'bundle exec': {},
	'mise exec': {},
	'xvfb-run': {flags: 'a'},
	// `-o` is not listed for strace, because it runs a program if its value begins with `|`.
	strace: {flags: 'fFqvyTtrcCiwk', values: 'esaSIbp'},
	valgrind: {
		flags: 'qv',
		long: [
			...['leak-check=', 'show-leak-kinds=', 'track-origins=', 'error-exitcode=', 'num-callers='],
			...['trace-children=', 'tool=', 'quiet', 'track-fds='],
		],
	},
};

export const wrapperNames: ReadonlySet<string> = new Set(
	Object.keys(wrappers).map(words => words.replace(/ .*/, '')),
);

/**
 * Returns how the wrapper's options are read; null if the program is no wrapper. `from` is the
 * number of words that its name takes, as two in `npm exec`.
 */
export function wrapperOf(
	name: string,
	second: string | undefined,
): (Wrapper & {readonly from: number}) | null {
	const one = wrappers[name];
	if (one) {
		return {...one, from: 1};
	}
	const two = wrapperNames.has(name) ? wrappers[`${name} ${second}`] : undefined;
	return two ? {...two, from: 2} : null;
}

/** Common programs that run a command which begins somewhere among their own arguments. */
export const commonTakers: ReadonlySet<string> = new Set([
	'su',
	'runuser',
	'pkexec',
	'parallel',
	'chroot',
	'unshare',
	'nsenter',
	'bwrap',
	'firejail',
	'proot',
	'setpriv',
	'capsh',
	'ltrace',
	'script',
	'entr',
	'tmux',
	'screen',
	'systemd-run',
	'start-stop-daemon',
	'dbus-run-session',
	'prlimit',
	'numactl',
	'cpulimit',
	'torsocks',
	'proxychains',
	'faketime',
	'fakeroot',
	'ssh-agent',
	'nix-shell',
	'nix',
	'direnv',
	'conda',
	'vagrant',
	'expect',
	'dtach',
	'setarch',
	'linux64',
	'hyperfine',
	'nodemon',
	'concurrently',
	'dotenv',
	'cross-env',
	'doppler',
	'op',
	'watchexec',
	'daemonize',
	'run0',
]);

/**
 * Programs that run commands in containers. These commands are listed as well, although they run
 * apart from this machine.
 */
export const containers: ReadonlySet<string> = new Set(
	'docker podman nerdctl kubectl oc lxc docker-compose'.split(' '),
);
export const containerRuns = /^(?:run|exec|create|debug|attach)$/;
