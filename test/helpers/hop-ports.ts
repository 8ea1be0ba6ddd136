import type {Result} from '../../source/events/failure.ts';
import type {HostKeyQuestion, KeyRefusal, SecretQuestion} from '../../source/events/hop.ts';
import {connectLink} from '../../source/hop/connect.ts';
import type {Link, LinkChannel} from '../../source/hop/link.ts';
import {type HostName, parseTarget} from '../../source/hop/names.ts';
import type {HopOptions, HopPorts} from '../../source/hop/ports.ts';
import {systemClock} from '../../source/platform/clock.ts';

export type ScriptedPorts = HopPorts & {
	readonly hostKeyQuestions: HostKeyQuestion[];
	readonly secretQuestions: SecretQuestion[];
	readonly keyRefusals: KeyRefusal[];
};

/** The user of a test: says yes or no to keys, and gives the secrets in order. */
export function scriptedPorts(
	configFile: string,
	{
		acceptsKeys = false,
		secrets = [],
		...also
	}: {acceptsKeys?: boolean; secrets?: readonly (string | null)[]} & Partial<HopPorts> = {},
): ScriptedPorts {
	const hostKeyQuestions: HostKeyQuestion[] = [];
	const secretQuestions: SecretQuestion[] = [];
	const keyRefusals: KeyRefusal[] = [];
	const left = [...secrets];
	return {
		clock: systemClock(),
		env: {PATH: process.env['PATH'], HOME: process.env['HOME']},
		configFile,
		sshCommand: 'ssh',
		...also,
		hostKeyQuestions,
		secretQuestions,
		keyRefusals,
		onKeyRefused: (_host, refusal) => void keyRefusals.push(refusal),
		async askHostKey(question) {
			hostKeyQuestions.push(question);
			return acceptsKeys;
		},
		async askSecret(question) {
			secretQuestions.push(question);
			return left.shift() ?? null;
		},
	};
}

export const usualOptions: HopOptions = {
	transport: 'built-in',
	allowsAgentForwarding: false,
	connectTimeoutMs: 25_000,
};

export function targetOf(text: string): HostName {
	return succeeded(parseTarget(text));
}

/** A link to an alias of a lab's config. */
export async function linkTo(
	alias: string,
	ports: HopPorts,
	options: Partial<HopOptions> = {},
): Promise<Link> {
	const signal = new AbortController().signal;
	const target = targetOf(alias);
	return succeeded(
		await connectLink({target, ports, signal, options: {...usualOptions, ...options}}),
	);
}

export function succeeded<Value>(result: Result<Value>): Value {
	if (!result.ok) {
		throw new Error(`${result.failure.kind}: ${result.failure.message}`);
	}
	return result.value;
}

/** Runs one command over a link, the simplest way there is. */
export async function runOver(link: Link, command: string): Promise<RanOver> {
	const channel = succeeded(await link.open({command}, new AbortController().signal));
	channel.endInput();
	const [output, errors, end] = await Promise.all([
		textOf(channel.stdout),
		textOf(channel.stderr),
		channel.ended,
	]);
	return {output, errors, exitCode: end?.exitCode ?? null};
}

export type RanOver = {
	readonly output: string;
	readonly errors: string;
	readonly exitCode: number | null;
};

async function textOf(stream: LinkChannel['stdout']): Promise<string> {
	let text = '';
	for await (const bytes of stream) {
		text += bytes;
	}
	return text;
}
