import {failed, type Result} from '../events/failure.ts';
import {type Expansions, expandPath, expandTokens} from './expand.ts';
import {type HostName, parseJumps, problemWithHost, problemWithUser} from './names.ts';

/** The ssh settings for one host, with names checked and paths resolved. */
export type SshSettings = {
	readonly hostName: string;
	readonly port: number;
	readonly user: string;
	readonly hostKeyAlias: string | null;
	readonly identityFiles: readonly string[];
	readonly certificateFiles: readonly string[];
	readonly identitiesOnly: boolean;
	/** The agent's socket; null if no agent is used. */
	readonly agentSocket: string | null;
	readonly jumps: readonly HostName[];
	/**
	 * The ProxyCommand of the user's config. Its `%` tokens are expanded only after the names in it
	 * were checked.
	 */
	readonly proxyCommand: string | null;
	readonly keepAliveMs: number;
	readonly keepAliveCountMax: number;
	readonly connectTimeoutMs: number | null;
	readonly userKnownHosts: readonly string[];
	readonly globalKnownHosts: readonly string[];
	readonly hostKeyPolicy: 'ask' | 'accept-new' | 'refuse';
	readonly hashesKnownHosts: boolean;
	readonly forwardsAgent: boolean;
	/** SetEnv: variables that are sent with every command. No local variable is sent. */
	readonly setEnv: Readonly<Record<string, string>>;
	readonly usesGssapi: boolean;
	/** The PKCS#11 library for keys on a smart card. */
	readonly tokenProvider: string | null;
};

/** Lower-case keys with their values in order, as `ssh -G` prints them. */
export type RawSettings = ReadonlyMap<string, readonly string[]>;

export function settingsOf(
	raw: RawSettings,
	{target, place}: {target: HostName; place: Expansions},
): Result<SshSettings> {
	const first = (key: string) => raw.get(key)?.[0] ?? '';
	const hostName = first('hostname') || target.name;
	const user = target.user ?? (first('user') || place.localUser);
	const port = target.port ?? numberOf(first('port'), usualPort);
	const alias = first('hostkeyalias');
	const wrong =
		problemWithHost(hostName) ??
		problemWithUser(user) ??
		(alias === '' ? null : problemWithHost(alias));
	if (wrong !== null) {
		return {ok: false, failure: failed('bad-input', `${wrong} (in the ssh config)`)};
	}
	const jumps = parseJumps(first('proxyjump'));
	if (!jumps.ok) {
		return jumps;
	}
	const names = {alias: target.name, hostName, port, user};
	const paths = (key: string) =>
		(raw.get(key) ?? [])
			.filter(path => path !== '' && path !== 'none')
			.map(path => expandPath(path, {names, place}));
	const proxyCommand = first('proxycommand');
	return {
		ok: true,
		value: {
			hostName,
			port,
			user,
			hostKeyAlias: alias || null,
			identityFiles: paths('identityfile'),
			certificateFiles: paths('certificatefile'),
			identitiesOnly: isYes(first('identitiesonly')),
			agentSocket: agentOf(
				first('identityagent'),
				socket => expandPath(socket, {names, place}),
				place,
			),
			jumps: jumps.value,
			proxyCommand:
				proxyCommand === '' || proxyCommand === 'none'
					? null
					: expandTokens(proxyCommand, {names, place}),
			...keepAliveOf(first),
			connectTimeoutMs: numberOf(first('connecttimeout'), 0) * 1000 || null,
			userKnownHosts: paths('userknownhostsfile'),
			globalKnownHosts: paths('globalknownhostsfile'),
			hostKeyPolicy: policyOf(first('stricthostkeychecking')),
			hashesKnownHosts: isYes(first('hashknownhosts')),
			forwardsAgent: isYes(first('forwardagent')),
			setEnv: variablesOf(raw.get('setenv') ?? []),
			usesGssapi: isYes(first('gssapiauthentication')),
			tokenProvider: paths('pkcs11provider')[0] ?? null,
		},
	};
}

const usualPort = 22;
const keepAliveUsualMs = 10_000;
const keepAliveUsualCount = 3;

/** ssh reports `ServerAliveInterval 0` if it is not set; a hop needs keep-alives in any case. */
function keepAliveOf(first: (key: string) => string) {
	return {
		keepAliveMs: numberOf(first('serveraliveinterval'), 0) * 1000 || keepAliveUsualMs,
		keepAliveCountMax: numberOf(first('serveralivecountmax'), 0) || keepAliveUsualCount,
	};
}

/**
 * Converts `StrictHostKeyChecking`. `no` would accept any key silently; here the user is asked
 * instead.
 */
function policyOf(value: string): SshSettings['hostKeyPolicy'] {
	switch (value.toLowerCase()) {
		case 'yes':
		case 'true':
			return 'refuse';
		case 'accept-new':
			return 'accept-new';
		default:
			return 'ask';
	}
}

function agentOf(
	value: string,
	expand: (path: string) => string,
	{env}: Expansions,
): string | null {
	if (value === '' || value === 'SSH_AUTH_SOCK') {
		return env['SSH_AUTH_SOCK'] || null;
	}
	if (value === 'none') {
		return null;
	}
	return value.startsWith('$') && !value.startsWith('${')
		? (env[value.slice(1)] ?? null)
		: expand(value);
}

function variablesOf(words: readonly string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(
		words.flatMap(word => {
			const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
			return name === undefined || value === undefined ? [] : [[name, value] as const];
		}),
	);
}

function isYes(value: string): boolean {
	return value === 'yes' || value === 'true';
}

function numberOf(text: string, otherwise: number): number {
	const number = Number(text);
	return text !== '' && Number.isInteger(number) && number >= 0 ? number : otherwise;
}
