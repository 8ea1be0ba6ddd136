import {Socket} from 'node:net';
import {type Child, type HandedChild, hearChild, stopChild} from './child.ts';
import {isProcessAlive} from './process-identity.ts';

/**
 * Takes over a running child of another process of ours. It has no channel, and the system does not
 * report its end to us, so the end of its output counts as its end. Nothing is read before `begin`.
 */
export function adoptChild(handed: HandedChild): {
	readonly child: Child;
	readonly begin: () => void;
} {
	const {pid, start} = handed;
	const stdin = new Socket({fd: handed.input, readable: false, writable: true});
	const stdout = new Socket({fd: handed.output, readable: true, writable: false});
	const stderr = new Socket({fd: handed.errors, readable: true, writable: false});
	for (const stream of [stdin, stdout, stderr]) {
		stream.on('error', () => {});
	}
	let hearing: ReturnType<typeof hearChild> | null = null;
	const listeners: ((line: string) => void)[] = [];
	const {promise: ended, resolve: end} = Promise.withResolvers<void>();
	return {
		begin() {
			hearing = hearChild({stdout, stderr}, handed);
			for (const listener of listeners) {
				hearing.onLine(listener);
			}
			stdout.on('close', () => end());
		},
		child: {
			pid,
			writeLine: line => void stdin.write(`${line}\n`),
			signal(name) {
				if (isProcessAlive({pid, start})) {
					process.kill(pid, name);
				}
			},
			onLine: listener => (hearing ? hearing.onLine(listener) : void listeners.push(listener)),
			pass() {},
			onPassed() {},
			hasChannel: () => false,
			inherited: () =>
				[handed.input, handed.output, handed.errors].map((descriptor, index) => ({
					descriptor,
					of: `pipe ${index} of ${pid}`,
				})),
			stop: () => hearing && stopChild({pid, stdin, stdout, stderr}, hearing),
			ended: ended.then(() => ({
				exitCode: null,
				signal: null,
				lastWords: hearing?.lastWords() ?? handed.lastWords,
			})),
		},
	};
}
