import type {BaseAgent, ParsedKey, SignCallback} from 'ssh2';
import type {OpenedKey} from './ask-secrets.ts';
import type {Identity} from './identities.ts';
import type {Ssh2} from './load-ssh2.ts';

/**
 * Offers one key as an ssh2 agent. The host asks for a signature only once it would accept the key,
 * so that is the moment to ask for the passphrase. If the key signed but login isn't complete, the
 * host wants another factor.
 */
export type Signer = {
	readonly agent: BaseAgent;
	readonly hasSigned: () => boolean;
	/** Whether the host wanted a signature and the key could not give one. */
	readonly hasFailed: () => boolean;
};

export type Sign = (data: Buffer, hash: string | undefined) => Promise<Buffer>;

export function makeSigner(publicKey: ParsedKey, {sign, ssh2}: {sign: Sign; ssh2: Ssh2}): Signer {
	let hasSigned = false;
	let hasFailed = false;
	const methods: Pick<BaseAgent, 'getIdentities' | 'sign'> = {
		getIdentities: answer => answer(null, [publicKey]),
		sign(_key: unknown, data: Buffer, options: unknown, answer?: SignCallback) {
			void sign(data, hashIn(options)).then(
				signature => {
					hasSigned = true;
					answer?.(null, signature);
				},
				(error: Error) => {
					hasFailed = true;
					answer?.(error);
				},
			);
		},
	};
	// ssh2 recognises an agent by its prototype.
	const agent: BaseAgent = Object.assign(Object.create(ssh2.BaseAgent.prototype), methods);
	return {agent, hasSigned: () => hasSigned, hasFailed: () => hasFailed};
}

/** Signs through the user's agent, which may ask the user for confirmation. */
export function agentSign(
	socketPath: string,
	{publicKey, ssh2}: {publicKey: ParsedKey; ssh2: Ssh2},
) {
	const agent = ssh2.createAgent(socketPath);
	const sign: Sign = (data, hash) =>
		new Promise((resolve, reject) => {
			// ssh2's types lack `hash`, but ssh2 passes it on to the agent.
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

/** Asks for the passphrase when the host wants the signature. The vault is closed afterwards. */
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
