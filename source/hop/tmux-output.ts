import type {ChannelEvents, Exit} from '../terminal/transport.ts';
import {createMarkerScan, type Nonce} from './run-marker.ts';
import {readStart, type Started} from './run-start.ts';

/** The output of a followed session, over any number of links. */
export type TmuxOutput = {
	readonly begun: Promise<Started>;
	readonly push: (bytes: Uint8Array) => void;
	readonly exit: (exit: Exit) => void;
	readonly stop: () => void;
};

export function createTmuxOutput(nonce: Nonce, events: ChannelEvents): TmuxOutput {
	const scan = createMarkerScan(nonce);
	const {promise: begun, resolve: begin} = Promise.withResolvers<Started>();
	let state: 'beginning' | 'running' | 'stopped' = 'beginning';
	return {
		begun,
		push(bytes) {
			if (state === 'running') {
				events.onBytes(bytes);
				return;
			}
			const found = state === 'beginning' ? scan.push(bytes) : null;
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
