import type {Clock} from '../../platform/clock.ts';

/** The pipe from the process that has started this one. */
export type SupervisorPipe = {
	/** Resolves to the first line, which holds the settings; to null if none came in time. */
	readonly first: Promise<string | null>;
	/** Resolves when the other side has closed the pipe, for whatever reason. */
	readonly closed: Promise<void>;
	readonly stop: () => void;
};

const firstLineMs = 10_000;
const lineLengthMax = 4_194_304;

export function openSupervisorPipe(input: NodeJS.ReadStream, clock: Clock): SupervisorPipe {
	const first = Promise.withResolvers<string | null>();
	const closed = Promise.withResolvers<void>();
	const timer = clock.after(firstLineMs, () => first.resolve(null));
	let text: string | null = '';
	input.setEncoding('utf8');
	input.on('data', (piece: string) => {
		if (text === null) {
			return;
		}
		text += piece;
		const end = text.indexOf('\n');
		if (end !== -1 || text.length > lineLengthMax) {
			first.resolve(end === -1 ? null : text.slice(0, end));
			text = null;
		}
	});
	const end = () => {
		first.resolve(null);
		closed.resolve();
	};
	input.on('end', end);
	input.on('close', end);
	input.on('error', end);
	void first.promise.then(() => timer.cancel());
	return {first: first.promise, closed: closed.promise, stop: () => input.destroy()};
}
