import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';
import type {Clock} from '../platform/clock.ts';

/**
 * Decrypts a key and signs with it on a separate thread: deriving the key takes half a second,
 * during which the main thread must still echo keys. The decrypted key never leaves that thread and
 * is gone when the thread ends.
 */
export type KeyVault = {
	/** Returns the public half; null if the passphrase was wrong. */
	readonly open: (passphrase: string) => Promise<Buffer | null>;
	readonly sign: (data: Buffer, hash: string | undefined) => Promise<Buffer>;
	readonly close: () => void;
};

type Answer =
	| {readonly status: 'opened'; readonly publicKey: Uint8Array}
	| {readonly status: 'refused'}
	| {readonly status: 'signed'; readonly signature: Uint8Array};

export function openKeyVault(text: string, {clock}: {clock: Clock}): KeyVault {
	const worker = new Worker(vaultScript, {
		eval: true,
		workerData: {ssh2: fileURLToPath(import.meta.resolve('ssh2')), text},
		// The environment is empty, since the thread needs nothing of it.
		env: {},
	});
	// An error of the thread is returned by the next call to this vault.
	worker.on('error', () => {});
	worker.unref();
	const ask = (question: object) => askWorker(worker, {question, clock});
	return {
		async open(passphrase) {
			const answer = await ask({type: 'open', passphrase});
			return answer?.status === 'opened' ? Buffer.from(answer.publicKey) : null;
		},
		async sign(data, hash) {
			const answer = await ask({type: 'sign', data, hash});
			if (answer?.status !== 'signed') {
				throw new Error('The key could not sign');
			}
			return Buffer.from(answer.signature);
		},
		close() {
			void worker.terminate();
		},
	};
}

const answerDeadlineMs = 30_000;

function askWorker(
	worker: Worker,
	{question, clock}: {question: object; clock: Clock},
): Promise<Answer | null> {
	return new Promise(resolve => {
		const finish = (answer: Answer | null) => {
			timer.cancel();
			worker.off('message', finish).off('exit', onExit);
			resolve(answer);
		};
		const onExit = () => finish(null);
		const timer = clock.after(answerDeadlineMs, () => finish(null));
		worker.once('message', finish).once('exit', onExit);
		worker.postMessage(question);
	});
}

const vaultScript = `
const {parentPort, workerData} = require('node:worker_threads');
const {utils} = require(workerData.ssh2);
let key = null;
parentPort.on('message', ({type, passphrase, data, hash}) => {
	if (type === 'open') {
		const parsed = utils.parseKey(workerData.text, passphrase);
		key = parsed instanceof Error ? null : Array.isArray(parsed) ? parsed[0] : parsed;
		parentPort.postMessage(key === null
			? {status: 'refused'}
			: {status: 'opened', publicKey: key.getPublicSSH()});
		return;
	}
	const signature = key === null ? new Error('closed') : key.sign(Buffer.from(data), hash);
	parentPort.postMessage(signature instanceof Error
		? {status: 'refused'}
		: {status: 'signed', signature});
});
`;
