import type {Client, ClientChannel, SFTPWrapper} from 'ssh2';
import {failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {Connection} from './connection.ts';
import {failureOf} from './failures.ts';
import type {ChannelRequest, LinkChannel} from './link.ts';
import {channelOf} from './ssh2-channel.ts';

export type SshSession<Value> =
	| {readonly status: 'open'; readonly value: Value}
	/** The host allows no further session, so nothing was started. */
	| {readonly status: 'full'}
	| {readonly status: 'failed'; readonly result: Result<never>};

type Opening = {readonly host: HostId; readonly clock: Clock; readonly onClosed: () => void};

/**
 * Opens one session, with a time limit: on a half-dead connection no answer ever comes. Then it is
 * unknown whether the command started (`incomplete`).
 */
export function openSession(
	{client, early, isGone}: Pick<Connection, 'client' | 'early' | 'isGone'>,
	{
		request,
		setEnv,
		host,
		clock,
		onClosed,
	}: Opening & {
		readonly request: ChannelRequest;
		readonly setEnv: Readonly<Record<string, string>>;
	},
): Promise<SshSession<LinkChannel>> {
	const {command, pty} = request;
	return askFor({host, clock}, answer => {
		const modes = pty ? early.expect(command) : null;
		const onChannel = (error: Error | undefined, channel: ClientChannel) => {
			if (modes) {
				early.forget(modes);
			}
			answer(
				// ssh2 reports a refusal even if the connection was lost; in that case the command may have
				// started.
				error && isGone() ? new Error(noAnswer) : error,
				() => channelOf(channel, {client, hasPty: pty !== undefined, onClosed}),
				() => channel?.close(),
			);
		};
		const terminal = pty && {
			rows: pty.size.rows,
			cols: pty.size.columns,
			term: pty.term,
			modes: modes ?? {},
		};
		client.exec(command, {env: setEnv, ...(terminal && {pty: terminal})}, onChannel);
	});
}

/**
 * Resolves to null if the host has no such subsystem, or if something other than an sftp server
 * answers.
 */
export function openSftp(
	client: Client,
	{host, clock, onClosed}: Opening,
): Promise<SshSession<SFTPWrapper | null>> {
	return askFor({host, clock}, answer => {
		client.sftp((error, sftp) => {
			const isMissing = error !== undefined && isNoSftp.test(error.message);
			answer(
				isMissing ? undefined : error,
				() => (isMissing ? null : watched(sftp, onClosed)),
				() => sftp?.end(),
			);
		});
	});
}

/** The message that ssh2 uses when it got no answer. */
const noAnswer = 'No response from server';

const answerDeadlineMs = 10_000;

const isFull = /Channel open failure: (?!server closed)|No free channels/i;
const isNoSftp =
	/Unable to start subsystem|exceeds max length|while establishing SFTP|SFTP session termination/i;

type Answer<Value> = (error: Error | undefined, make: () => Value, drop: () => void) => void;

function askFor<Value>(
	{host, clock}: Omit<Opening, 'onClosed'>,
	ask: (answer: Answer<Value>) => void,
): Promise<SshSession<Value>> {
	return new Promise(resolve => {
		let isLate = false;
		const timer = clock.after(answerDeadlineMs, () => {
			isLate = true;
			resolve(
				failedSession(
					failed('incomplete', `${host} did not answer; whether the command began is unknown`),
				),
			);
		});
		try {
			ask((error, make, drop) => {
				timer.cancel();
				if (isLate) {
					drop();
				} else {
					resolve(error ? sessionError(error, host) : {status: 'open', value: make()});
				}
			});
		} catch (error) {
			timer.cancel();
			resolve(failedSession(failureOf(error, host)));
		}
	});
}

function watched(sftp: SFTPWrapper, onClosed: () => void): SFTPWrapper {
	sftp.on('error', () => {});
	return sftp.on('close', onClosed);
}

function sessionError(error: Error, host: HostId): SshSession<never> {
	return isFull.test(error.message) ? {status: 'full'} : failedSession(failureOf(error, host));
}

function failedSession(failure: ReturnType<typeof failed>): SshSession<never> {
	return {status: 'failed', result: {ok: false, failure}};
}
