import type {HostKeyQuestion, SecretQuestion} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import {attemptsMax, inert} from './ask-secrets.ts';
import type {AskpassPrompt} from './askpass.ts';
import type {HopPorts} from './ports.ts';

/** Translates the prompts of the ssh program into the questions that the built-in client asks. */
export function answerPrompts(
	host: HostId,
	{
		ports,
		where,
		account,
		file,
	}: {ports: HopPorts; where: string; account: string; file: string | null},
): (prompt: AskpassPrompt, signal: AbortSignal) => Promise<string | null> {
	const asked = new Map<string, number>();
	return async ({prompt, kind}, signal) => {
		if (kind === 'none') {
			ports.onBanner?.(host, inert(prompt));
			return new Promise(resolve => {
				signal.addEventListener('abort', () => resolve(null), {once: true});
			});
		}
		const hostKey = parseHostKeyPrompt(prompt);
		if (hostKey !== null) {
			return (await ports.askHostKey({host, file, ...hostKey}, signal)) ? 'yes' : 'no';
		}
		const question = questionOf(prompt, account);
		const attempt = (asked.get(prompt) ?? 0) + 1;
		asked.set(prompt, attempt);
		return attempt > attemptsMax
			? null
			: ports.askSecret(
					{host, where, attempt, attemptsMax, ...question, isEchoed: kind === 'confirm'},
					signal,
				);
	};
}

/** Returns null if the prompt is not about a host key. */
function parseHostKeyPrompt(prompt: string): Omit<HostKeyQuestion, 'host' | 'file'> | null {
	const name = /authenticity of host '([^' ]+)/.exec(prompt)?.[1];
	const found = /^(\S+) key fingerprint is (SHA256:[\w+/=]+)/m.exec(prompt);
	if (name === undefined || !found) {
		return null;
	}
	return {
		name: inert(name),
		keyType: found[1] ?? '',
		fingerprint: found[2] ?? '',
		picture: prompt
			.split('\n')
			.filter(line => /^[+|].*[+|]$/.test(line))
			.map(inert),
		alsoKnownAs: [...prompt.matchAll(/^\s+\S+:\d+: (.+)$/gm)].map(match => inert(match[1] ?? '')),
	};
}

function questionOf(
	prompt: string,
	account: string,
): Pick<SecretQuestion, 'purpose' | 'title' | 'instruction' | 'prompt'> {
	const key = /^Enter passphrase for (?:key )?'?([^']+?)'?:\s*$/.exec(prompt)?.[1];
	if (key !== undefined) {
		return {
			purpose: 'passphrase',
			title: `Passphrase of ${inert(key)}`,
			instruction: '',
			prompt: '',
		};
	}
	const owner = /^(.+)'s password:\s*$/.exec(prompt)?.[1];
	return owner === undefined
		? {purpose: 'interactive', title: `${account} asks`, instruction: '', prompt: inert(prompt)}
		: {purpose: 'password', title: `Password of ${inert(owner)}`, instruction: '', prompt: ''};
}
