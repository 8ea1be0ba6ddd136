import type {AnyAuthMethod, AuthenticationType, ParsedKey} from 'ssh2';
import {type Failure, failed} from '../events/failure.ts';
import {type Asker, attemptsMax} from './ask-secrets.ts';
import type {Identities, Identity} from './identities.ts';
import type {Ssh2} from './load-ssh2.ts';
import {describeEnd, describeTooMany, type LoginFacts} from './login-end.ts';
import type {SshSettings} from './settings.ts';
import {agentSign, fileSign, makeSigner, type Sign, type Signer, vaultSign} from './signer.ts';
import {systemOnly} from './unsupported.ts';

/** One login at one host: offers one method after another until the host accepts the login. */
export type Login = {
	/** Returns the next method to try. False means that none is left; `failure` gives the reason. */
	readonly next: (
		methodsLeft: readonly AuthenticationType[] | null,
		isPartial: boolean | null,
	) => Promise<AnyAuthMethod | false>;
	readonly failure: () => Failure | null;
	/**
	 * Explains why the host has ended the login: after too many attempts, or by closing the
	 * connection.
	 */
	readonly cutOff: (how: 'too many tries' | 'closed') => Failure | null;
};

export type LoginOptions = {
	readonly account: string;
	readonly settings: SshSettings;
	readonly identities: Identities;
	readonly asker: Asker;
	readonly ssh2: Ssh2;
	/** Whether the system's ssh may connect instead if the built-in client can't log in. */
	readonly mayHandOver: boolean;
	/** Ends the connection after the user dismissed a question. */
	readonly abandon: () => void;
	/**
	 * Called when the host asks a question. The host may then be waiting for the user elsewhere, as
	 * for a tap on a phone.
	 */
	readonly onRound: () => void;
};

type LoginState = LoginOptions & {
	methods: readonly string[];
	left: readonly Identity[];
	rejected: readonly Identity[];
	/** Keys that the host would have accepted, but for which the SSH agent refused to sign. */
	unsigned: readonly Identity[];
	signer: Signer | null;
	passwords: number;
	rounds: number;
	/** The number of rounds in which the host asked at least one question. */
	askedRounds: number;
	failure: Failure | null;
};

export function startLogin(options: LoginOptions): Login {
	const state: LoginState = {
		...options,
		methods: [],
		left: options.identities.offers,
		rejected: [],
		unsigned: [],
		signer: null,
		passwords: 0,
		rounds: 0,
		askedRounds: 0,
		failure: null,
	};
	const none: AnyAuthMethod = {type: 'none', username: options.settings.user};
	return {
		async next(methodsLeft, isPartial) {
			const wasSigned = state.signer?.hasSigned() === true;
			noteUnsigned(state);
			state.signer = null;
			if (methodsLeft === null || wasSigned) {
				// After a signature, the host may want a second factor, but says so only when asked again
				// (method `none`).
				return none;
			}
			state.methods = methodsLeft;
			if (isPartial) {
				state.passwords = 0;
				state.rounds = 0;
				state.askedRounds = 0;
			}
			return (await nextKey(state)) ?? giveUpBeforeAsking(state) ?? (await nextQuestion(state));
		},
		failure: () => state.failure,
		cutOff: how => cutOff(state, how),
	};
}

/** If the key could not sign, the host has not rejected it, so it is moved out of `rejected`. */
function noteUnsigned(state: LoginState): void {
	const last = state.rejected.at(-1);
	if (last && state.signer?.hasFailed()) {
		state.rejected = state.rejected.slice(0, -1);
		state.unsigned = last.source === 'agent' ? [...state.unsigned, last] : state.unsigned;
	}
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
	state.failure = failed('unauthorized', describeEnd(factsOf(state)));
	return false;
}

function interactive(state: LoginState): AnyAuthMethod {
	const {asker, settings, rounds, abandon, onRound} = state;
	onRound();
	let isCounted = false;
	return {
		type: 'keyboard-interactive',
		username: settings.user,
		prompt(title, instruction, _language, prompts, finish) {
			state.askedRounds += prompts.length > 0 && !isCounted ? 1 : 0;
			isCounted ||= prompts.length > 0;
			void asker.interactive({title, instruction, prompts}, rounds).then(answers => {
				if (answers === null) {
					state.failure = failed('unauthorized', describeEnd(factsOf(state)));
					abandon();
				} else {
					onRound();
					finish([...answers]);
				}
			});
		},
	};
}

function cutOff(state: LoginState, how: 'too many tries' | 'closed'): Failure | null {
	if (how === 'too many tries') {
		noteUnsigned(state);
		return failed('unauthorized', describeTooMany(factsOf(state)));
	}
	const {asker, account} = state;
	return asker.isAsking()
		? failed(
				'unauthorized',
				`${account} ended the login while a question waited for its answer. Connect again to be asked again.`,
			)
		: null;
}

function factsOf(state: LoginState): LoginFacts {
	const {account, methods, asker, rejected, unsigned, identities} = state;
	const lockedKeys = asker.stillLocked();
	return {
		account,
		methods,
		lockedKeys,
		refusedKeys: rejected.filter(({name}) => !lockedKeys.includes(name)),
		unsignedKeys: unsigned.map(({name}) => name),
		foreignKeys: identities.foreign,
		wrongPasswords: state.passwords,
		wrongRounds: state.askedRounds,
		wasDismissed: asker.wasDismissed(),
	};
}
