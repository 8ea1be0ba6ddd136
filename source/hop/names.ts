import {type Failure, failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';

/**
 * The parsed target of `/hop`. The name ends up on ssh's command line, in a ProxyCommand and in
 * known_hosts, so characters that are special in any of them are rejected here.
 */
export type HostName = {
	readonly host: HostId;
	/** An alias of the ssh config, a name or an address. */
	readonly name: string;
	readonly user: string | null;
	readonly port: number | null;
};

export function parseTarget(text: string): Result<HostName> {
	const typed = text
		.trim()
		.replace(/^ssh:\/\//, '')
		.replace(/\/$/, '');
	const at = typed.lastIndexOf('@');
	const user = at < 0 ? null : typed.slice(0, at);
	const place = parsePlace(typed.slice(at + 1));
	if (place === null) {
		return refuse(
			`${JSON.stringify(text)} is no host: expected alias, user@host or user@host:port`,
		);
	}
	const wrong = problemWithHost(place.name) ?? (user === null ? null : problemWithUser(user));
	if (wrong !== null) {
		return refuse(wrong);
	}
	if (typed === localHost) {
		return refuse('`local` means this machine; give the host another alias in the ssh config');
	}
	return {ok: true, value: {host: typed as HostId, user, ...place}};
}

/** Returns null if the name is safe. Names from the ssh config are checked too. */
export function problemWithHost(name: string): string | null {
	if (name === '' || name.length > nameLengthMax) {
		return `The host name is ${name === '' ? 'empty' : 'too long'}`;
	}
	if (name.startsWith('-')) {
		return `The host name ${JSON.stringify(name)} starts with "-", as an option does: refused`;
	}
	return hostName.test(name) || addressWithZone.test(name)
		? null
		: `The host name ${JSON.stringify(name)} holds a character that no host has: refused`;
}

export function problemWithUser(user: string): string | null {
	if (user === '' || user.length > nameLengthMax) {
		return `The user name is ${user === '' ? 'empty' : 'too long'}`;
	}
	if (user.startsWith('-')) {
		return `The user name ${JSON.stringify(user)} starts with "-", as an option does: refused`;
	}
	return userName.test(user)
		? null
		: `The user name ${JSON.stringify(user)} holds a shell or control character: refused`;
}

/**
 * Parses `[user@]host[:port]` entries separated by commas, as in ProxyJump; `none` means no jump.
 */
export function parseJumps(text: string): Result<readonly HostName[]> {
	const jumps: HostName[] = [];
	for (const part of text === '' || text === 'none' ? [] : text.split(',')) {
		const jump = parseTarget(part);
		if (!jump.ok) {
			return jump;
		}
		jumps.push(jump.value);
	}
	return {ok: true, value: jumps};
}

const nameLengthMax = 255;
const portMax = 65_535;

const hostName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._:-]*$|^::[0-9a-fA-F:.]*$/u;
const addressWithZone = /^[0-9a-fA-F:.]+%[A-Za-z0-9_.-]+$/;
const userName = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}._@+=:,/-]*$/u;

function parsePlace(text: string): {readonly name: string; readonly port: number | null} | null {
	const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(text);
	const plain = /^([^:]*)(?::(\d+))?$/.exec(text);
	const found = bracketed ?? plain;
	if (!found) {
		// More than one colon without brackets: this must be an IPv6 address without a port.
		return /^[0-9a-fA-F:.]+(%[\w.-]+)?$/.test(text) ? {name: text, port: null} : null;
	}
	const port = found[2] === undefined ? null : Number(found[2]);
	return port === 0 || (port ?? 1) > portMax ? null : {name: found[1] ?? '', port};
}

function refuse(message: string): {readonly ok: false; readonly failure: Failure} {
	return {ok: false, failure: failed('bad-input', message)};
}
