import {createServer, connect as dial, type Socket} from 'node:net';
import type {TurnLine} from './turn-line.ts';

/** A relay on loopback, with a TCP port, whose line can be cut, held up and made slow. */
export type Relay = {
	readonly port: number;
	/** Resets every connection, and refuses new ones until `restore`. */
	readonly cut: () => void;
	/** Nothing comes through any more, and nobody is told. */
	readonly hold: () => void;
	readonly restore: () => void;
	readonly connections: () => number;
	readonly close: () => Promise<void>;
};

type Pair = {readonly near: Socket; readonly far: Socket};

export async function openRelay({
	to,
	delayMs = 0,
	line,
}: {
	/** A port, or the path of a unix socket. */
	to: number | string;
	/** For every chunk, each way. */
	delayMs?: number;
	/** Counts the round trips of what comes through. */
	line?: TurnLine | undefined;
}): Promise<Relay> {
	const pairs = new Set<Pair>();
	let state: 'open' | 'cut' | 'held' = 'open';
	const server = createServer(near => {
		if (state === 'cut') {
			near.resetAndDestroy();
			return;
		}
		const far = dial(
			typeof to === 'string' ? {path: to} : {port: to, host: '127.0.0.1', noDelay: true},
		);
		near.setNoDelay(true);
		const pair = {near, far};
		pairs.add(pair);
		if (line) {
			line.join(near, far);
		} else {
			join(pair, {delayMs, isHeld: () => state === 'held'});
		}
		near.on('close', () => pairs.delete(pair));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	const reset = () => {
		for (const {near, far} of pairs) {
			near.resetAndDestroy();
			far.resetAndDestroy();
		}
		pairs.clear();
	};
	return {
		port: typeof address === 'object' && address ? address.port : 0,
		cut() {
			state = 'cut';
			reset();
		},
		hold() {
			state = 'held';
		},
		restore() {
			state = 'open';
			for (const {near, far} of pairs) {
				near.resume();
				far.resume();
			}
		},
		connections: () => pairs.size,
		close() {
			reset();
			return new Promise(resolve => server.close(() => resolve()));
		},
	};
}

function join(
	{near, far}: Pair,
	{delayMs, isHeld}: {delayMs: number; isHeld: () => boolean},
): void {
	const both = [
		[near, far],
		[far, near],
	] as const;
	for (const [from, to] of both) {
		from.on('data', bytes => {
			if (isHeld()) {
				from.pause();
				from.unshift(bytes);
				return;
			}
			if (delayMs === 0) {
				to.write(bytes);
			} else {
				setTimeout(() => to.write(bytes), delayMs);
			}
		});
		from.on('end', () => setTimeout(() => to.end(), delayMs));
		from.on('error', () => to.destroy());
		from.on('close', () => setTimeout(() => to.destroy(), delayMs));
	}
}
