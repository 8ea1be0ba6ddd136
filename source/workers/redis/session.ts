import type {Duplex} from 'node:stream';
import {connect as tlsConnect} from 'node:tls';
import type {Result} from '../../events/failure.ts';
import type {Clock} from '../../platform/clock.ts';
import type {WorkerMachine} from '../machine.ts';
import {failureError, resultOf, workerError} from '../worker-error.ts';
import type {RedisAddress} from './address.ts';
import {commandBytes, type RedisCommand} from './commands.ts';
import {createReplyReader, isRefusal, type RedisReply} from './reply.ts';

/**
 * Sends commands together. Resolves to their answers in the same order. Throws if the connection is
 * lost.
 */
export type AskRedis = (commands: readonly RedisCommand[]) => Promise<readonly RedisReply[]>;

/** The time limit for looking at a queue once, including the connection. */
export const redisMsMax = 5000;

export type RedisSession = {
	readonly machine: Pick<WorkerMachine, 'connect' | 'host'>;
	readonly address: RedisAddress;
	readonly clock: Clock;
	readonly signal: AbortSignal;
};

/** Connects, lets `work` send commands, and closes. All of this shares one deadline. */
export async function withRedis<Value>(
	{machine, address, clock, signal}: RedisSession,
	work: (ask: AskRedis) => Promise<Value>,
): Promise<Result<Value>> {
	const end = new AbortController();
	const stop = AbortSignal.any([signal, end.signal]);
	const isLate = Promise.withResolvers<never>();
	const timer = clock.after(redisMsMax, () => {
		isLate.reject(
			workerError('timeout', `${address.words} did not answer within ${redisMsMax / 1000} s.`),
		);
	});
	const isStopped = () => isLate.reject(workerError('cancelled', 'It was interrupted.'));
	signal.addEventListener('abort', isStopped, {once: true});
	if (signal.aborted) {
		isStopped();
	}
	const session = async () => {
		const opened = await machine.connect(address.place, stop);
		if (!opened.ok) {
			throw failureError({
				...opened.failure,
				message: `${address.words} can’t be reached: ${opened.failure.message}`,
			});
		}
		const line = openLine(opened.value, {address, stop});
		await greet(line.ask, address);
		return work(line.ask);
	};
	try {
		return await resultOf(Promise.race([session(), isLate.promise]));
	} finally {
		timer.cancel();
		signal.removeEventListener('abort', isStopped);
		end.abort();
	}
}

type Waiting = {
	readonly resolve: (reply: RedisReply) => void;
	readonly reject: (error: unknown) => void;
};

/** Matches answers to commands. When the stream breaks, `stop` fails all waiting commands. */
function openLine(
	plain: Duplex,
	{address, stop}: {address: RedisAddress; stop: AbortSignal},
): {readonly ask: AskRedis} {
	const stream = address.hasTls ? withTls(plain, address) : plain;
	const waiting: Waiting[] = [];
	const reader = createReplyReader();
	let over: Error | null = null;
	const end = (error: Error) => {
		over ??= error;
		for (const {reject} of waiting.splice(0)) {
			reject(over);
		}
		stream.destroy();
		plain.destroy();
	};
	stream.on('data', (bytes: Buffer) => {
		try {
			for (const reply of reader.push(bytes)) {
				waiting.shift()?.resolve(reply);
			}
		} catch (error) {
			end(error as Error);
		}
	});
	const lost = (why: string) => end(workerError('unreachable', `${address.words}: ${why}`));
	stream.on('error', error => lost(error.message));
	plain.on('error', error => lost(error.message));
	stream.on('close', () => lost('the connection ended before the answer.'));
	const interrupt = () => end(workerError('cancelled', 'It was interrupted.'));
	stop.addEventListener('abort', interrupt, {once: true});
	if (stop.aborted) {
		interrupt();
	}
	return {
		ask(commands) {
			if (over !== null) {
				return Promise.reject(over);
			}
			const replies = commands.map(
				() => new Promise<RedisReply>((resolve, reject) => waiting.push({resolve, reject})),
			);
			stream.write(Buffer.concat(commands.map(commandBytes)));
			return Promise.all(replies);
		},
	};
}

/**
 * Opens TLS. The certificate must be valid for the host's name and come from an authority that this
 * system trusts.
 */
function withTls(stream: Duplex, {place}: RedisAddress): Duplex {
	const host = place.type === 'port' ? place.host : 'localhost';
	const name = /^[\d.]+$|:/.test(host) ? {} : {servername: host};
	return tlsConnect({socket: stream, host, ...name});
}

/** Logs in. Redis may repeat the password in its refusal, so that message is not passed on. */
async function greet(ask: AskRedis, address: RedisAddress): Promise<void> {
	const {user, password, database, words} = address;
	const auth = password === null ? [] : ['AUTH', user ?? 'default', password];
	const [hello] = await ask([['HELLO', 3, ...auth]]);
	// Redis before version 6 has no HELLO command, and its login has no user name.
	if (isRefusal(hello) && /unknown command|^NOPROTO/i.test(hello.refused)) {
		const [done] =
			password === null
				? ['OK']
				: await ask([['AUTH', ...(user === null ? [] : [user]), password]]);
		refuseLogin(done, words);
	} else {
		refuseLogin(hello, words);
	}
	if (database !== 0) {
		const [selected] = await ask([['SELECT', database]]);
		if (isRefusal(selected)) {
			throw workerError('refused', `${words} does not open its database ${database}.`);
		}
	}
}

function refuseLogin(reply: RedisReply | undefined, words: string): void {
	if (!isRefusal(reply)) {
		return;
	}
	const code = /^[A-Z]+/.exec(reply.refused)?.[0] ?? 'an error';
	throw workerError(
		'unauthorized',
		`${words} refused the login (${code}). The user and the password stand in this worker’s \`redis\` in config.json.`,
	);
}
