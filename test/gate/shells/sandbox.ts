/**
 * The only place where a generated command line runs: inside bubblewrap, as an ordinary user,
 * without a network, with processes of its own, where nothing but throw-away folders in memory can be
 * written, and where every program in PATH is a recorder. Nothing here starts one elsewhere.
 */
import {spawnSync} from 'node:child_process';
import {chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {recordedPrograms} from './programs.ts';

export type Sandbox = {
	/** What starts the shell of these words, with the driver loaded into it. */
	readonly command: (shellWords: readonly string[]) => readonly string[];
	/** Root starts it as nobody, so that the limits hold. */
	readonly user: {readonly uid?: number; readonly gid?: number};
	readonly close: () => void;
};

/** Why nothing can be run here, or null. */
export function missingForShells(): string | null {
	const missing = ['bwrap', 'cc', 'bash', 'dash', 'zsh', 'busybox'].filter(
		command => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0,
	);
	if (missing.length > 0) {
		return `${missing.join(', ')} not found`;
	}
	const probe = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', '--', 'true'], {
		...ordinaryUser(),
		cwd: '/',
		encoding: 'utf8',
	});
	return probe.status === 0 ? null : `bubblewrap can not start here: ${probe.stderr.trim()}`;
}

const nobody = 65_534;

function ordinaryUser() {
	return process.getuid?.() === 0 ? {uid: nobody, gid: nobody} : {};
}

export function openSandbox(): Sandbox {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-shells-'));
	mkdirSync(join(folder, 'bin'));
	chmodSync(folder, 0o755);
	compile('driver', join(folder, 'driver.so'), ['-shared', '-fPIC']);
	compile('recorder', join(folder, 'bin/recorder'), ['-static']);
	for (const name of recordedPrograms) {
		symlinkSync('recorder', join(folder, 'bin', name));
	}
	return {
		user: ordinaryUser(),
		command: shellWords => ['bwrap', ...wallsOf(folder), '--', ...shellWords],
		close: () => rmSync(folder, {recursive: true, force: true}),
	};
}

function compile(name: string, target: string, options: readonly string[]): void {
	const source = join(import.meta.dirname, `native/${name}.c`);
	const {status, stderr} = spawnSync('cc', ['-O2', '-Wall', ...options, '-o', target, source], {
		encoding: 'utf8',
	});
	if (status !== 0) {
		throw new Error(`cc can not compile ${name}.c: ${stderr}`);
	}
}

/** A root of its own, in which the system's programs are hidden behind the recorders. */
function wallsOf(folder: string): readonly string[] {
	return [
		...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
		...['--ro-bind', '/usr/lib', '/usr/lib', '--ro-bind-try', '/usr/lib64', '/usr/lib64'],
		...['/lib', '/lib64'].flatMap(path => sameAsOutside(path)),
		...['--ro-bind', '/usr/bin', '/real', '--ro-bind-try', '/usr/share/zsh', '/usr/share/zsh'],
		...['--ro-bind', join(folder, 'bin'), '/usr/bin', '--symlink', 'usr/bin', '/bin'],
		...['--symlink', 'usr/bin', '/sbin', '--symlink', 'bin', '/usr/sbin'],
		...['--ro-bind', join(folder, 'driver.so'), '/driver.so'],
		...['--ro-bind-try', '/etc/passwd', '/etc/passwd', '--proc', '/proc', '--dev', '/dev'],
		...['/world', '/record', '/tmp'].flatMap(path => ['--size', memoryBytes, '--tmpfs', path]),
		...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/'],
		...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
	];
}

/** The only folders that can be written lie in memory, and are gone with the sandbox. */
const memoryBytes = String(16 * 1024 * 1024);

function sameAsOutside(path: string): readonly string[] {
	const entry = lstatSync(path, {throwIfNoEntry: false});
	if (!entry) {
		return [];
	}
	return entry.isSymbolicLink() ? ['--symlink', `usr${path}`, path] : ['--ro-bind', path, path];
}

const environment = {
	PATH: '/usr/bin',
	HOME: '/world/home',
	HISTFILE: '/dev/null',
	LANG: 'C.UTF-8',
	TERM: 'dumb',
	LD_PRELOAD: '/driver.so',
	SHELLS_DRIVER: 'yes',
};
