import type {Algorithms, CipherAlgorithm, Client, ServerHostKeyAlgorithm} from 'ssh2';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import {inert, makeAsker} from './ask-secrets.ts';
import {type Login, startLogin} from './authenticate.ts';
import type {Deadline} from './deadline.ts';
import {failureOf} from './failures.ts';
import {type HostKeyCheck, hostKeyCheck} from './host-key.ts';
import {findIdentities} from './identities.ts';
import {loadSsh2} from './load-ssh2.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import {endOf, type HostConnection} from './route.ts';
import type {SshSettings} from './settings.ts';

export type DialOptions = {
	readonly host: HostId;
	/** The host to which the user's secrets go, as named on the card that asks for them. */
	readonly where: string;
	readonly settings: SshSettings;
	readonly route: HostConnection;
	readonly deadline: Deadline;
	readonly ports: HopPorts;
	readonly options: HopOptions;
};

/** Runs the ssh handshake over a route: checks the host's key, then logs in. */
export async function dial(dialOptions: DialOptions): Promise<Result<Client>> {
	const {host, where, settings, ports, deadline, options} = dialOptions;
	const ssh2 = await loadSsh2();
	const identities = await findIdentities({settings, ports, ssh2});
	const account = `${settings.user}@${settings.hostName}`;
	const client = new ssh2.Client();
	const login = startLogin({
		account,
		settings,
		identities,
		ssh2,
		asker: makeAsker({host, where, account, ports, deadline}),
		mayHandOver: options.transport === 'auto',
		abandon: () => client.end(),
		onRound: () => deadline.extendTo(roundDeadlineMs),
	});
	return handshake(client, {...dialOptions, login, check: hostKeyCheck(host, {settings, ports})});
}

/** Long enough for the user to find a phone and tap on it. */
const roundDeadlineMs = 90_000;

type Handshake = DialOptions & {readonly login: Login; readonly check: HostKeyCheck};

function handshake(client: Client, options: Handshake): Promise<Result<Client>> {
	const {host, settings, route, deadline, ports, login} = options;
	const where = `${settings.hostName}:${settings.port}`;
	return new Promise(resolve => {
		let refusal: Failure | null = null;
		const finish = (result: Result<Client>) => {
			deadline.signal.removeEventListener('abort', onAbort);
			client.off('ready', onReady).off('close', onClose).off('error', onError);
			// The link has listeners of its own. An `error` event without any listener would end the
			// program.
			client.on('error', () => {});
			if (!result.ok) {
				client.destroy();
				route.close();
			}
			resolve(result);
		};
		const fail = (failure: Failure) => {
			const known = refusal ?? login.failure();
			void (known ? Promise.resolve(known) : withComplaint(failure, route)).then(reason =>
				finish({ok: false, failure: reason}),
			);
		};
		const onReady = () => finish({ok: true, value: client});
		const onClose = () =>
			fail(login.cutOff('closed') ?? failureOf(new Error('ended before we were let in'), where));
		const onError = (error: Error & {level?: string}) => {
			// If an agent or a key can't sign, the login tries the next key.
			if (error.level !== 'agent') {
				const isTooMany = /too many authentication failures/i.test(error.message);
				fail((isTooMany ? login.cutOff('too many tries') : null) ?? failureOf(error, where));
			}
		};
		const onAbort = () => fail(endOf(deadline, where));
		const onExpired = () =>
			fail(
				failed('unauthorized', `The password of ${where} has expired: log in there with ssh once`),
			);
		client.on('ready', onReady).on('close', onClose).on('error', onError);
		client.on('change password', onExpired);
		client.on('banner', text => ports.onBanner?.(host, inert(text)));
		deadline.signal.addEventListener('abort', onAbort, {once: true});
		if (deadline.signal.aborted) {
			onAbort();
			return;
		}
		connect(client, {
			...options,
			onRefused: failure => {
				refusal = failure;
			},
		});
	});
}

function connect(
	client: Client,
	{
		settings,
		route,
		deadline,
		options,
		login,
		check,
		onRefused,
	}: Handshake & {onRefused: (failure: Failure) => void},
): void {
	const forwards = options.allowsAgentForwarding && settings.forwardsAgent;
	client.connect({
		sock: route.stream,
		username: settings.user,
		// ssh2's own timer would run while the user compares fingerprints. Our deadline is paused then.
		readyTimeout: 0,
		keepaliveInterval: settings.keepAliveMs,
		// ssh2's limit for silence is higher than ours, because our link, which sees every byte,
		// decides when silence is too long.
		keepaliveCountMax: settings.keepAliveCountMax + 2,
		algorithms: algorithmsFor(check.knownTypes),
		...(forwards && settings.agentSocket !== null
			? {agent: settings.agentSocket, agentForward: true}
			: {}),
		hostVerifier(key: Buffer, verify: (isValid: boolean) => void) {
			// Re-keying must be answered at once: while ssh2 1.17 waits for a later answer, it sends
			// other requests as broken packets, encrypted with the old keys.
			const again = check.verifyAgain(key);
			if (again !== null) {
				if (!again.ok) {
					onRefused(again.failure);
				}
				verify(again.ok);
				return;
			}
			void deadline
				.whilePaused(() => check.verify(key, deadline.signal))
				.catch(error => refused(error, settings.hostName))
				.then(result => {
					if (!result.ok) {
						onRefused(result.failure);
					}
					verify(result.ok);
				});
		},
		authHandler(methodsLeft, isPartial, next) {
			void login
				.next(methodsLeft, isPartial)
				.catch(error => {
					onRefused(refused(error, settings.hostName).failure);
					return false as const;
				})
				// ssh2's types lack `false`, which tells it that no method is left.
				.then(method => next(method as Exclude<typeof method, false>));
		},
	});
}

async function withComplaint(failure: Failure, {complaint}: HostConnection): Promise<Failure> {
	const words = complaint ? inert(await complaint()) : '';
	return words === '' ? failure : {...failure, message: `${failure.message} (${words})`};
}

/** If a file can't be read, or our code throws, only this connection ends. */
function refused(error: unknown, where: string): {readonly ok: false; readonly failure: Failure} {
	return {ok: false, failure: failureOf(error, where)};
}

/** Node's native ciphers first, because they are fast; then those that older hosts offer. */
const ciphers: CipherAlgorithm[] = [
	'aes128-gcm@openssh.com',
	'aes256-gcm@openssh.com',
	'aes128-ctr',
	'aes192-ctr',
	'aes256-ctr',
	'chacha20-poly1305@openssh.com',
];

const hostKeyTypes: readonly ServerHostKeyAlgorithm[] = [
	'ssh-ed25519',
	'ecdsa-sha2-nistp256',
	'ecdsa-sha2-nistp384',
	'ecdsa-sha2-nistp521',
	'rsa-sha2-512',
	'rsa-sha2-256',
];

function algorithmsFor(knownTypes: readonly string[]): Algorithms {
	const isKnown = (type: string) =>
		knownTypes.includes(type.startsWith('rsa-sha2') ? 'ssh-rsa' : type);
	return {
		cipher: ciphers,
		serverHostKey: [
			...hostKeyTypes.filter(isKnown),
			...hostKeyTypes.filter(type => !isKnown(type)),
		],
	};
}
