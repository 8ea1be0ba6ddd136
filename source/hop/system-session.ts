import {readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {failed} from '../events/failure.ts';
import type {ChannelRequest, LinkChannel, LinkEnd} from './link.ts';
import {lineBytesMax} from './quote.ts';
import type {SshSession} from './ssh2-session.ts';
import {openPipes, openTerminal, type Shared} from './system-channel.ts';
import {createEndTeller, type EndTeller} from './system-end.ts';
import type {SystemLinkOptions} from './system-link.ts';
import type {Master} from './system-master.ts';
import {bareEnvironment} from './system-process.ts';

type Opening = {
	readonly request: ChannelRequest;
	readonly system: SystemLinkOptions;
	readonly signal: AbortSignal;
	readonly onClosed: () => void;
};

/**
 * If the host stays silent for this long, it may be busy with its start files; the session counts
 * as open.
 */
const answerDeadlineMs = 10_000;

/** Opens one session over a connection that an ssh process holds. */
export async function openSystemSession(
	master: Master,
	{request, system, signal, onClosed}: Opening,
): Promise<SshSession<LinkChannel>> {
	const {command, pty} = request;
	const {target, facts} = system;
	const teller = createEndTeller(command, {hasPty: pty !== undefined});
	if (Buffer.byteLength(teller.line) > lineBytesMax) {
		const message = `The command is too long for ${facts.host}; write it to a file there and run that.`;
		return {status: 'failed', result: {ok: false, failure: failed('limit', message)}};
	}
	const file = master.wordsFile();
	const shared = sharedBy(master, {system, file});
	const words = [pty ? '-tt' : '-T', '--', target.name, teller.line];
	const opened = pty
		? await openTerminal(shared(words), pty)
		: ({ok: true, value: openPipes(shared(words))} as const);
	if (!opened.ok) {
		return {status: 'failed', result: opened};
	}
	const raw = opened.value;
	const channel = withTeller(raw, {teller, hasPty: pty !== undefined});
	const over = new AbortController();
	const first = await Promise.race([
		teller.begun,
		raw.ended,
		system.ports.clock.sleep(answerDeadlineMs, AbortSignal.any([signal, over.signal])),
	]);
	over.abort();
	const isRefused = first?.exitCode === ownFailure && isFull.test(textOf(file));
	void raw.ended.then(() => {
		rmSync(file, {force: true});
		onClosed();
	});
	return isRefused ? {status: 'full'} : {status: 'open', value: channel};
}

const ownFailure = 255;
const isFull = /Session open refused|session request failed/i;

function textOf(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}

/**
 * Returns how to start an ssh process that shares the connection. ssh writes its own messages to
 * `file`.
 */
export function sharedBy(
	master: Master,
	{system: {ports, target}, file}: {system: SystemLinkOptions; file: string | null},
): (words: readonly string[]) => Shared {
	const shared = (words: readonly string[]): Shared => ({
		command: master.sshCommand,
		parameters: [...master.shareOptions, ...(file === null ? [] : ['-E', file]), ...words],
		env: bareEnvironment(ports.env),
		cwd: tmpdir(),
		isUp: () => !master.isGone(),
		answered: () => ask(openPipes(shared(['-T', '--', target.name, 'exit']))),
		clock: ports.clock,
	});
	return shared;
}

function withTeller(
	raw: LinkChannel,
	{teller, hasPty}: {teller: EndTeller; hasPty: boolean},
): LinkChannel {
	const told = teller.filter(hasPty ? raw.stdout : raw.stderr);
	const ended: Promise<LinkEnd | null> = Promise.race([teller.ended, raw.ended]);
	return {...raw, ...(hasPty ? {stdout: told} : {stderr: told}), ended};
}

/** Waits until the host answers the request. A refusal is an answer too. */
async function ask(channel: LinkChannel): Promise<void> {
	channel.endInput();
	channel.stdout.resume();
	channel.stderr.resume();
	await channel.ended;
}
