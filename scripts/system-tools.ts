import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

/** Debian's own Python, which has Debian's packages: another one may come first on the path. */
export const debianPython = '/usr/bin/python3';

/** What the tests need of the system, by command and by Debian package. */
const needed: readonly Needed[] = [
	{command: 'tmux', debianPackage: 'tmux'},
	{command: 'vim', debianPackage: 'vim'},
	{command: 'python3', debianPackage: 'python3'},
	{command: 'sshd', debianPackage: 'openssh-server'},
	// The shells that the gate is held against, and the walls that they run in.
	{command: 'bwrap', debianPackage: 'bubblewrap'},
	{command: 'cc', debianPackage: 'gcc'},
	{command: 'dash', debianPackage: 'dash'},
	{command: 'zsh', debianPackage: 'zsh'},
	{command: 'busybox', debianPackage: 'busybox'},
	// The queues of background workers, and what writes one as arq does.
	{command: 'redis-server', debianPackage: 'redis-server'},
	{command: 'python3 with its redis', debianPackage: 'python3-redis', probe: pythonHasRedis},
];

type Needed = {
	readonly command: string;
	readonly debianPackage: string;
	/** Whether it is there, where that is no program on the path. */
	readonly probe?: () => boolean;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	provideSystemTools();
}

/** Installs what is missing where that is possible without asking, else says what to type. */
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
