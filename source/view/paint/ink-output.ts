import {EventEmitter} from 'node:events';

/**
 * Streams for Ink that reach no terminal. Ink 8 with `debug: true` writes each frame whole and
 * nothing else; its rows go to the compositor, which alone writes to the terminal. Render with
 * `{stdout, stdin, stderr, debug: true, interactive: true, patchConsole: false, exitOnCtrlC: false}`:
 * without `interactive` Ink would not listen to `resize`, because this is no TTY (were it one, Ink
 * would switch the cursor and modes of its own). In screen-reader mode use the real streams
 * instead: there Ink prints linear text, and there is nothing to compose.
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
	/** Called within Ink's commit, when the frame differs from the one before. */
	readonly onFrame: (rows: readonly string[]) => void;
	/** What Ink has to say about an error in a component. */
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

/** Not the empty write by which Ink waits for the stream, and not an escape of its own. */
function isFrame(text: string): boolean {
	return text !== '' && !/^(?:\u001B\[[?\d;]*[A-Za-z])+$/.test(text);
}

/** Ink uses no more of a stream than what is given here (checked against version 8.0.0). */
function asStream<Stream>(stream: unknown): Stream {
	return stream as Stream;
}
