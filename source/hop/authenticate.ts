import type {AnyAuthMethod, AuthenticationType, ParsedKey} from 'ssh2';
import {type Failure, failed} from '../events/failure.ts';
import {type Asker, attemptsMax} from './ask-secrets.ts';
import type {Identities, Identity} from './identities.ts';
import type {Ssh2} from './load-ssh2.ts';
import type {SshSettings} from './settings.ts';
import {agentSign, fileSign, makeSigner, type Sign, type Signer, vaultSign} from './signer.ts';
import {systemOnly} from './unsupported.ts';

/** One login: tries method after method until the host is satisfied. */
export type Login = {
	/** Returns the next method to try. False means that none is left; `failure` gives the reason. */
	readonly next: (
		methodsLeft: readonly AuthenticationType[] | null,
		isPartial: boolean | null,
	) => Promise<AnyAuthMethod | false>;
	readonly failure: () => Failure | null;
};

export type LoginOptions = {
	readonly account: string;
	readonly settings: SshSettings;
	readonly identities: Identities;
	readonly asker: Asker;
	readonly ssh2: Ssh2;
	/** Whether the system's ssh may take over when the built-in client can't log in. */
	readonly mayHandOver: boolean;
	/** Ends the connection after the user dismissed a question. */
	readonly abandon: () => void;
	/**
	 * Called when the host asks something. The host may itself be waiting, as for a tap on a phone.
	 */
	readonly onRound: () => void;
};

type LoginState = LoginOptions & {
	methods: readonly string[];
	left: readonly Identity[];
	rejected: readonly Identity[];
	signer: Signer | null;
	passwords: number;
	rounds: number;
	failure: Failure | null;
};

export function startLogin(options: LoginOptions): Login {
	const state: LoginState = {
		...options,
		methods: [],
		left: options.identities.offers,
		rejected: [],
		signer: null,
		passwords: 0,
		rounds: 0,
		failure: null,
	};
	const none: AnyAuthMethod = {type: 'none', username: options.settings.user};
	return {
		async next(methodsLeft, isPartial) {
			const wasSigned = state.signer?.hasSigned() === true;
			state.signer = null;
			if (methodsLeft === null || wasSigned) {
				// If the host wants a second factor after a key, it names it only when asked again.
				return none;
			}
			state.methods = methodsLeft;
			if (isPartial) {
				state.passwords = 0;
				state.rounds = 0;
			}
			return (await nextKey(state)) ?? giveUpBeforeAsking(state) ?? (await nextQuestion(state));
		},
		failure: () => state.failure,
	};
}

async function nextKey(state: LoginState): Promise<AnyAuthMethod | null> {
	while (state.methods.includes('publickey')) {
		const [identity, ...left] = state.left;
		if (!identity) {
			return null;
		}
		state.left = left;
		const signer = await signerFor(identity, state);
		if (signer !== null) {
			state.signer = signer;
			state.rejected = [...state.rejected, identity];
			return {type: 'agent', username: state.settings.user, agent: signer.agent};
		}
	}
	return null;
}

async function signerFor(
	identity: Identity,
	{ssh2, asker, settings}: LoginState,
): Promise<Signer | null> {
	const parsed = (key: Buffer) => {
		const result: unknown = ssh2.utils.parseKey(key);
		return result instanceof Error
			? null
			: ((Array.isArray(result) ? result[0] : result) as ParsedKey);
	};
	const make = (publicKey: Buffer, signWith: (key: ParsedKey) => Sign) => {
		const key = parsed(publicKey);
		return key === null ? null : makeSigner(key, {sign: signWith(key), ssh2});
	};
	switch (identity.source) {
		case 'agent':
			return make(identity.publicKey, key =>
				agentSign(settings.agentSocket ?? '', {publicKey: key, ssh2}),
			);
		case 'file':
			return make(identity.publicKey, () => fileSign(identity));
		case 'encrypted':
			return lockedSigner(identity, {asker, make});
	}
}

/**
 * Makes a signer for an encrypted key. If no public half is stored in clear, the user must unlock
 * the key before it can be offered.
 */
async function lockedSigner(
	{name, publicKey, text}: Extract<Identity, {source: 'encrypted'}>,
	{asker, make}: {asker: Asker; make: (key: Buffer, signWith: () => Sign) => Signer | null},
): Promise<Signer | null> {
	if (publicKey !== null) {
		return make(publicKey, () => vaultSign(() => asker.unlock(name, text)));
	}
	const opened = await asker.unlock(name, text);
	return opened === null ? null : make(opened.publicKey, () => vaultSign(async () => opened));
}

/**
 * Before the user is asked for a password, hand over to ssh if it has a key or ticket that the
 * built-in client could not offer.
 */
function giveUpBeforeAsking(state: LoginState): false | null {
	const {identities, methods, rejected, mayHandOver, account} = state;
	const reason = `${account} can be reached only by ssh itself`;
	if (!mayHandOver) {
		return null;
	}
	if (methods.includes('publickey') && identities.foreign.length > 0) {
		state.failure = systemOnly(`${reason}: ${identities.foreign.join(', ')}`);
		return false;
	}
	const isRsa = rejected.some(({publicKey}) => publicKey?.includes('ssh-rsa') === true);
	if (methods.includes('gssapi-with-mic') && identities.hasTicket) {
		state.failure = systemOnly(`${reason}: Kerberos`, 'perhaps');
		return false;
	}
	if (methods.includes('publickey') && isRsa) {
		const why = 'an RSA key was refused, perhaps for its kind of signature';
		state.failure = systemOnly(`${reason}: ${why}`, 'perhaps');
		return false;
	}
	return null;
}

async function nextQuestion(state: LoginState): Promise<AnyAuthMethod | false> {
	const {asker, methods, settings} = state;
	if (!asker.wasDismissed()) {
		if (methods.includes('keyboard-interactive') && state.rounds < attemptsMax) {
			state.rounds += 1;
			return interactive(state);
		}
		if (methods.includes('password') && state.passwords < attemptsMax) {
			state.passwords += 1;
			const password = await asker.password(state.passwords);
			if (password !== null) {
				return {type: 'password', username: settings.user, password};
			}
		}
	}
	state.failure = failed('unauthorized', describeEnd(state));
	return false;
}

function interactive(state: LoginState): AnyAuthMethod {
	const {asker, settings, rounds, abandon, onRound} = state;
	onRound();
	return {
		type: 'keyboard-interactive',
		username: settings.user,
		prompt(title, instruction, _language, prompts, finish) {
			void asker.interactive({title, instruction, prompts}, rounds).then(answers => {
				if (answers === null) {
					state.failure = failed('unauthorized', describeEnd(state));
					abandon();
				} else {
					onRound();
					finish([...answers]);
				}
			});
		},
	};
}

function describeEnd({account, methods, rejected, asker, identities}: LoginState): string {
	if (asker.wasDismissed()) {
		return `${account} did not let us in: a question was not answered`;
	}
	const keys = rejected.map(({name}) => name).join(', ');
	const tried = keys === '' ? 'no key was there to offer' : `refused: ${keys}`;
	const foreign =
		identities.foreign.length === 0 ? '' : `; not offered: ${identities.foreign.join(', ')}`;
	return `${account} did not let us in (it takes ${methods.join(', ')}; ${tried}${foreign})`;
}
