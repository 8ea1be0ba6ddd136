import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/** What the tests need of the system, by command and by Debian package. */
const needed = [
	{command: 'tmux', debianPackage: 'tmux'},
	{command: 'python3', debianPackage: 'python3'},
	{command: 'sshd', debianPackage: 'openssh-server'},
	// The shells that the gate is held against, and the walls that they run in.
	{command: 'bwrap', debianPackage: 'bubblewrap'},
	{command: 'cc', debianPackage: 'gcc'},
	{command: 'dash', debianPackage: 'dash'},
	{command: 'zsh', debianPackage: 'zsh'},
	{command: 'busybox', debianPackage: 'busybox'},
] as const;

/** Installs what is missing where that is possible without asking, else says what to type. */
export function provideSystemTools(): void {
	const missing = needed.filter(({command}) => !isOnPath(command));
	if (missing.length === 0) {
		return;
	}
	const packages = missing.map(tool => tool.debianPackage);
	if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
		spawnSync('apt-get', ['update', '-q'], {stdio: 'inherit'});
		spawnSync('apt-get', ['install', '-y', '-q', ...packages], {stdio: 'inherit'});
	}
	for (const {command, debianPackage} of missing.filter(tool => !isOnPath(tool.command))) {
		console.log(
			`MISSING ${command}: its suites are skipped. Install it, for example: sudo apt-get install ${debianPackage}`,
		);
	}
}

export function isOnPath(command: string): boolean {
	return spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${command}`]).status === 0;
}
