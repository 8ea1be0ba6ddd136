import {Readable} from 'node:stream';

/** The input and the output of the protocol, as bytes. */
export type Pipes = {
	readonly input: ReadableStream<Uint8Array>;
	readonly output: WritableStream<Uint8Array>;
	readonly close: () => void;
};

/**
 * Reserves stdin and stdout for the protocol. Anything else that is printed, by any package, goes
 * to stderr, because a single stray word would break the connection to the editor.
 */
export function takeStdio(): Pipes {
	const {stdin, stdout, stderr} = process;
	const own = stdout.write;
	const write = own.bind(stdout);
	stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
	return {
		input: Readable.toWeb(stdin) as unknown as ReadableStream<Uint8Array>,
		output: new WritableStream<Uint8Array>({
			write: bytes =>
				new Promise((resolve, reject) => {
					write(bytes, error => (error ? reject(error) : resolve()));
				}),
		}),
		close() {
			stdout.write = own;
			stdin.destroy();
		},
	};
}
