import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/** Debian's own Python, which has Debian's packages: another one may come first on the path. */
export const debianPython = '/usr/bin/python3';

/** The programs of the system that tests need, by command and Debian package. */
const needed: readonly Needed[] = [
	{command: 'tmux', debianPackage: 'tmux'},
	{command: 'vim', debianPackage: 'vim'},
	{command: 'python3', debianPackage: 'python3'},
	{command: 'sshd', debianPackage: 'openssh-server'},
	// The shells with which the gate is compared, and the sandbox in which they run.
	{command: 'bwrap', debianPackage: 'bubblewrap'},
	{command: 'cc', debianPackage: 'gcc'},
	{command: 'dash', debianPackage: 'dash'},
	{command: 'zsh', debianPackage: 'zsh'},
	{command: 'busybox', debianPackage: 'busybox'},
	// Redis for the queues of background workers, and the Python package that writes a queue as arq
	// does.
	{command: 'redis-server', debianPackage: 'redis-server'},
	{command: 'python3 with its redis', debianPackage: 'python3-redis', probe: pythonHasRedis},
];

type Needed = {
	readonly command: string;
	readonly debianPackage: string;
	/** Finds out whether the tool exists, if it is no program on the path. */
	readonly probe?: () => boolean;
};

/**
 * Installs what is missing if this runs as root on Debian. Prints what to type for everything that
 * is still missing then.
 */
export function provideSystemTools(): void {
	const missing = needed.filter(tool => !isThere(tool));
	if (missing.length === 0) {
		return;
	}
	const packages = missing.map(tool => tool.debianPackage);
	if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
		spawnSync('apt-get', ['update', '-q'], {stdio: 'inherit'});
		spawnSync('apt-get', ['install', '-y', '-q', ...packages], {stdio: 'inherit'});
	}
	for (const {command, debianPackage} of missing.filter(tool => !isThere(tool))) {
		console.log(
			`MISSING ${command}: its suites are skipped. Install it, for example: sudo apt-get install ${debianPackage}`,
		);
	}
}

function isThere({command, probe}: Needed): boolean {
	return probe?.() ?? isOnPath(command);
}

export function pythonHasRedis(): boolean {
	return spawnSync(debianPython, ['-c', 'import redis']).status === 0;
}

export function isOnPath(command: string): boolean {
	return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${command}`]).status === 0;
}
