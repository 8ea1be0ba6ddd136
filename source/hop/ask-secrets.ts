import type {SecretQuestion} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import {beginningOf} from '../events/shorten.ts';
import {neutralise} from '../text/neutralise.ts';
import type {Deadline} from './deadline.ts';
import {type KeyVault, openKeyVault} from './key-vault.ts';
import type {HopPorts} from './ports.ts';

/**
 * Asks the user the questions of one login. Text from the host is only shown: nothing in it is
 * interpreted.
 */
export type Asker = {
	readonly password: (attempt: number) => Promise<string | null>;
	/** Resolves to null if the user left one of the questions unanswered. */
	readonly interactive: (round: SecretsRound, attempt: number) => Promise<readonly string[] | null>;
	/** Resolves to null if the user never typed the right passphrase. */
	readonly unlock: (name: string, text: string) => Promise<OpenedKey | null>;
	/** Whether the user has dismissed a question. */
	readonly wasDismissed: () => boolean;
	readonly isAsking: () => boolean;
	/** The keys for which every passphrase typed so far was wrong. */
	readonly stillLocked: () => readonly string[];
};

export type OpenedKey = {readonly vault: KeyVault; readonly publicKey: Buffer};

export type SecretsRound = {
	readonly title: string;
	readonly instruction: string;
	readonly prompts: readonly {readonly prompt: string; readonly echo?: boolean | undefined}[];
};

export const attemptsMax = 3;

export function makeAsker({
	host,
	where,
	account,
	ports,
	deadline,
}: {
	host: HostId;
	where: string;
	/** The account in the form `user@name`. */
	account: string;
	ports: HopPorts;
	deadline: Deadline;
}): Asker {
	let wasDismissed = false;
	let asking = 0;
	const locked = new Set<string>();
	const ask: AskUser = async question => {
		asking += 1;
		const answer = await deadline
			.whilePaused(() => ports.askSecret({host, where, attemptsMax, ...question}, deadline.signal))
			.finally(() => {
				asking -= 1;
			});
		wasDismissed ||= answer === null;
		return answer;
	};
	return {
		password: attempt =>
			ask({
				purpose: 'password',
				title: `Password of ${account}`,
				instruction: '',
				prompt: '',
				isEchoed: false,
				attempt,
			}),
		interactive: (round, attempt) => askRound(round, {ask, attempt, account}),
		async unlock(name, text) {
			const opened = await unlock(name, {text, ask, ports});
			if (opened === null) {
				locked.add(name);
			}
			return opened;
		},
		wasDismissed: () => wasDismissed,
		isAsking: () => asking > 0,
		stillLocked: () => [...locked],
	};
}

type AskUser = (
	question: Omit<SecretQuestion, 'host' | 'where' | 'attemptsMax'>,
) => Promise<string | null>;

const serverTextLengthMax = 2000;

/** Makes control characters in a text from the host visible, and cuts a long text. */
export function inert(text: string): string {
	return neutralise(beginningOf(text, serverTextLengthMax)).trim();
}

async function askRound(
	{title, instruction, prompts}: SecretsRound,
	{ask, attempt, account}: {ask: AskUser; attempt: number; account: string},
): Promise<readonly string[] | null> {
	const answers: string[] = [];
	for (const {prompt, echo} of prompts) {
		const answer = await ask({
			purpose: 'interactive',
			title: `${account} asks`,
			instruction: inert([title, instruction].filter(text => text !== '').join('\n')),
			prompt: inert(prompt),
			isEchoed: echo === true,
			attempt,
		});
		if (answer === null) {
			return null;
		}
		answers.push(answer);
	}
	return answers;
}

async function unlock(
	name: string,
	{text, ask, ports}: {text: string; ask: AskUser; ports: HopPorts},
): Promise<OpenedKey | null> {
	const vault = openKeyVault(text, ports);
	for (let attempt = 1; attempt <= attemptsMax; attempt++) {
		const passphrase = await ask({
			purpose: 'passphrase',
			title: `Passphrase of ${name}`,
			instruction: '',
			prompt: '',
			isEchoed: false,
			attempt,
		});
		if (passphrase === null) {
			break;
		}
		const publicKey = await vault.open(passphrase);
		if (publicKey !== null) {
			return {vault, publicKey};
		}
	}
	vault.close();
	return null;
}
