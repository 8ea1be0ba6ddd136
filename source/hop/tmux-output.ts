import type {ChannelEvents, Exit} from '../terminal/transport.ts';
import {createMarkerScan, type Nonce} from './run-marker.ts';
import {readStart, type Started} from './run-start.ts';

/** The output of a tmux session, over any number of links. */
export type TmuxOutput = {
	readonly begun: Promise<Started>;
	/** The position in the log at which the program's own output begins. */
	readonly from: () => number;
	readonly push: (bytes: Uint8Array) => void;
	readonly exit: (exit: Exit) => void;
	readonly stop: () => void;
};

/** If `nonce` is null, the program was started in an earlier run, so all bytes are its output. */
export function createTmuxOutput(nonce: Nonce | null, events: ChannelEvents): TmuxOutput {
	const scan = nonce && createMarkerScan(nonce);
	const {promise: begun, resolve: begin} = Promise.withResolvers<Started>();
	let state: 'beginning' | 'running' | 'stopped' = scan ? 'beginning' : 'running';
	let from = 0;
	return {
		begun,
		from: () => from,
		push(bytes) {
			if (state === 'running') {
				events.onBytes(bytes);
				return;
			}
			const found = state === 'beginning' && scan ? scan.push(bytes) : null;
			from += bytes.length - (found?.rest.length ?? 0);
			if (found !== null) {
				state = 'running';
				begin(readStart(found.words));
				if (found.rest.length > 0) {
					events.onBytes(found.rest);
				}
			}
		},
		exit(exit) {
			if (state !== 'stopped') {
				events.onExit(exit);
			}
		},
		stop() {
			state = 'stopped';
		},
	};
}
