import type {BaseAgent, ParsedKey, SignCallback} from 'ssh2';
import type {OpenedKey} from './ask-secrets.ts';
import type {Identity} from './identities.ts';
import type {Ssh2} from './load-ssh2.ts';

/**
 * One key as an agent of its own. `sign` is called when the host has said that it would take the
 * key, which is the first moment at which a passphrase is worth asking for; and a key that has
 * signed and was not let in was one of several things that the host wants.
 */
export type Signer = {
	readonly agent: BaseAgent;
	readonly hasSigned: () => boolean;
};

export type Sign = (data: Buffer, hash: string | undefined) => Promise<Buffer>;

export function makeSigner(publicKey: ParsedKey, {sign, ssh2}: {sign: Sign; ssh2: Ssh2}): Signer {
	let hasSigned = false;
	const methods: Pick<BaseAgent, 'getIdentities' | 'sign'> = {
		getIdentities: answer => answer(null, [publicKey]),
		sign(_key: unknown, data: Buffer, options: unknown, answer?: SignCallback) {
			void sign(data, hashIn(options)).then(
				signature => {
					hasSigned = true;
					answer?.(null, signature);
				},
				(error: Error) => answer?.(error),
			);
		},
	};
	// The package knows an agent by its prototype.
	const agent: BaseAgent = Object.assign(Object.create(ssh2.BaseAgent.prototype), methods);
	return {agent, hasSigned: () => hasSigned};
}

/** Signs through the user's agent, which may ask the user by itself. */
export function agentSign(
	socketPath: string,
	{publicKey, ssh2}: {publicKey: ParsedKey; ssh2: Ssh2},
) {
	const agent = ssh2.createAgent(socketPath);
	const sign: Sign = (data, hash) =>
		new Promise((resolve, reject) => {
			// The package's types know no hash, and it hands this on to the agent as it is.
			const options: object = hash === undefined ? {} : {hash};
			agent.sign(publicKey, data, options, (error, signature) => {
				if (error || signature === undefined) {
					reject(error ?? new Error('The agent did not sign'));
				} else {
					resolve(Buffer.from(signature));
				}
			});
		});
	return sign;
}

export function fileSign(identity: Extract<Identity, {source: 'file'}>): Sign {
	return async (data, hash) => {
		const signature: unknown = identity.key.sign(data, hash);
		if (!Buffer.isBuffer(signature)) {
			throw new Error('The key could not sign');
		}
		return signature;
	};
}

/** Asks for the passphrase when the signature is wanted; the vault is gone after it. */
export function vaultSign(unlock: () => Promise<OpenedKey | null>): Sign {
	return async (data, hash) => {
		const opened = await unlock();
		if (opened === null) {
			throw new Error('The key stays locked');
		}
		try {
			return await opened.vault.sign(data, hash);
		} finally {
			opened.vault.close();
		}
	};
}

function hashIn(options: unknown): string | undefined {
	return typeof options === 'object' &&
		options !== null &&
		'hash' in options &&
		typeof options.hash === 'string'
		? options.hash
		: undefined;
}
