import {EventEmitter} from 'node:events';

/**
 * Streams for Ink that reach no terminal. Ink 8 with `debug: true` writes each frame completely and
 * nothing else; its rows go to the compositor, the only writer to the terminal. Render with
 * `{stdout, stdin, stderr, debug: true, interactive: true, patchConsole: false, exitOnCtrlC:
 * false}`: without `interactive` Ink would not listen to `resize`, because this is no TTY (if it
 * were one, Ink would change the cursor and modes itself). In screen-reader mode use the real
 * streams: there Ink prints linear text, and nothing has to be composed.
 */
export type InkStreams = {
	readonly stdout: NodeJS.WriteStream;
	readonly stdin: NodeJS.ReadStream;
	readonly stderr: NodeJS.WriteStream;
	readonly resize: (size: {readonly columns: number; readonly rows: number}) => void;
};

export type InkStreamsOptions = {
	readonly columns: number;
	readonly rows: number;
	/** Called during Ink's commit, if its frame differs from the one before. */
	readonly onFrame: (rows: readonly string[]) => void;
	/** Called with Ink's text about an error in a component. */
	readonly onError: (text: string) => void;
};

export function createInkStreams(options: InkStreamsOptions): InkStreams {
	let shown: string | null = null;
	const stdout = Object.assign(new EventEmitter(), {
		columns: options.columns,
		rows: options.rows,
		isTTY: false,
		writable: true,
		write(text: string, written?: () => void) {
			if (isFrame(text) && text !== shown) {
				shown = text;
				options.onFrame(text.split('\n'));
			}
			written?.();
			return true;
		},
	});
	return {
		stdout: asStream<NodeJS.WriteStream>(stdout),
		stdin: asStream<NodeJS.ReadStream>(
			Object.assign(new EventEmitter(), {isTTY: false, read: () => null}),
		),
		stderr: asStream<NodeJS.WriteStream>(
			Object.assign(new EventEmitter(), {
				write(text: string) {
					options.onError(text);
					return true;
				},
			}),
		),
		resize({columns, rows}) {
			stdout.columns = columns;
			stdout.rows = rows;
			shown = null;
			stdout.emit('resize');
		},
	};
}

/**
 * Whether a text that Ink writes is a frame. Ink also writes an empty text to wait for the stream,
 * and escapes of its own.
 */
function isFrame(text: string): boolean {
	return text !== '' && !/^(?:\u001B\[[?\d;]*[A-Za-z])+$/.test(text);
}

/**
 * Makes a stream for Ink. Ink uses only the members that are given here (checked against version
 * 8.0.0).
 */
function asStream<Stream>(stream: unknown): Stream {
	return stream as Stream;
}
