import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {beginningOf} from '../events/shorten.ts';

export type PortHolder = {readonly pid: number; readonly command: string};

/**
 * Finds the process that listens on a local TCP port, as far as this user may see it. It only
 * reads, so that a message can name the process; no process is ended because of its name.
 */
export function holderOfPort(port: number): PortHolder | null {
	try {
		const socket = listeningSocket(port);
		const pid = socket === null ? null : ownerOfSocket(socket);
		return pid === null ? null : {pid, command: commandOf(pid)};
	} catch {
		return null;
	}
}

const listening = '0A';
const commandLengthMax = 120;

function listeningSocket(port: number): string | null {
	const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
		for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
			const fields = line.trim().split(/\s+/);
			if (fields[1]?.endsWith(suffix) && fields[3] === listening) {
				return fields[9] ?? null;
			}
		}
	}
	return null;
}

function ownerOfSocket(inode: string): number | null {
	const wanted = `socket:[${inode}]`;
	const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
	return Number(pids.find(pid => linksOf(`/proc/${pid}/fd`).includes(wanted)) ?? 0) || null;
}

/** Other users' processes hide their descriptors. */
function linksOf(folder: string): readonly string[] {
	try {
		return readdirSync(folder).flatMap(name => linkOf(`${folder}/${name}`));
	} catch {
		return [];
	}
}

/** A descriptor may have been closed in the meantime. */
function linkOf(path: string): readonly string[] {
	try {
		return [readlinkSync(path)];
	} catch {
		return [];
	}
}

function commandOf(pid: number): string {
	try {
		const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
		return beginningOf(text.replaceAll('\0', ' ').trim(), commandLengthMax);
	} catch {
		return '';
	}
}
