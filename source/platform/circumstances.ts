import {execFileSync} from 'node:child_process';
import {readFileSync, statSync} from 'node:fs';
import type {Circumstances} from '../events/authorization.ts';
import {type HostId, localHost} from '../events/ids.ts';

/**
 * Describes where an answer was given. Equal results mean the same system without a restart in
 * between, and the same folder.
 */
export function circumstances({host, cwd}: {host: HostId; cwd: string}): Circumstances {
	return {boot: bootId(), folder: host === localHost ? folderId(cwd) : null};
}

const sysctlTimeoutMs = 1000;

function bootId(): string | null {
	try {
		return process.platform === 'linux'
			? readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
			: bootTime();
	} catch {
		return null;
	}
}

function bootTime(): string | null {
	if (process.platform !== 'darwin') {
		return null;
	}
	return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.boottime'], {
		encoding: 'utf8',
		timeout: sysctlTimeoutMs,
		stdio: ['ignore', 'pipe', 'ignore'],
	}).trim();
}

/** Returns a text that identifies the folder, even if another one later gets its name. */
function folderId(path: string): string | null {
	try {
		const {dev, ino} = statSync(path);
		return `${dev}:${ino}`;
	} catch {
		return null;
	}
}
