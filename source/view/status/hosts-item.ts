import {localHost} from '../../events/ids.ts';
import {type HopRecord, hopStateWords} from '../../state/hops.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {ThemeToken} from '../theme.ts';
import type {StatusItem} from './status.ts';

const aliasColumnsMax = 16;

/** Shows the current host with the state of its connection, and every other host with a problem. */
export const hostsItem: StatusItem = {
	parts({state: {hops}, now}, paint) {
		const {current, list} = hops;
		const shown = list.filter(hop => hop.host === current || isTroubled(hop));
		const isUnknown = current !== localHost && !list.some(({host}) => host === current);
		return [
			...shown.map(hop => {
				const words = `${shorten(neutralise(hop.host), aliasColumnsMax)} ${hopStateWords(hop, now)}`;
				return paint.style(tokenOf(hop), hop.host === current ? `@${words}` : words);
			}),
			...(isUnknown ? [paint.style('status.error', `@${neutralise(current)} not connected`)] : []),
		].map(text => ({text, stays: 'always'}));
	},
	madeOf: ({hops}) => [hops],
	isMoving: ({hops}) => hops.list.some(hop => movingStates.has(hop.state.status)),
};

const movingStates: ReadonlySet<string> = new Set(['connecting', 'stale', 'reconnecting']);

function isTroubled({state}: HopRecord): boolean {
	return movingStates.has(state.status) || state.status === 'failed';
}

function tokenOf({state}: HopRecord): ThemeToken {
	switch (state.status) {
		case 'ready':
			return 'status.ok';
		case 'failed':
		case 'closed':
			return 'status.error';
		default:
			return 'status.warn';
	}
}
