import {type HopRecord, hopStateWords, hostWords} from '../source/state/hops.ts';
import type {State} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';
import type {PickerItem} from '../source/view/ui-state/overlay.ts';

export default {
	summary: 'The machines that are connected: go there, try again, disconnect',
	run(_, {state, now}) {
		const {list} = state.hops;
		if (list.length === 0) {
			return {problem: 'No other machine is connected. /hop web connects one.'};
		}
		const items = list.flatMap(hop => actionsOf(hop, {state, now}));
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Machines', items}}];
	},
} satisfies SlashCommand;

/** Actions that are possible on this host now; the row itself tells its state. */
function actionsOf(
	hop: HopRecord,
	{state, now}: {state: State; now: number},
): readonly PickerItem[] {
	const {host, state: stands} = hop;
	const isCurrent = state.hops.current === host;
	const reason = 'reason' in stands ? `: ${stands.reason.message}` : '';
	const detail = `${hostWords(state, host)}, ${hopStateWords(hop, now)}${reason}`;
	const isLost = stands.status === 'reconnecting' || stands.status === 'failed';
	return [
		...(isCurrent && stands.status !== 'closed'
			? []
			: [{label: `${host}: work there`, detail, intent: {type: 'hop', target: host} as const}]),
		...(isLost
			? [{label: `${host}: try now`, detail, intent: {type: 'retry-hop', host} as const}]
			: []),
		{label: `${host}: disconnect`, detail, intent: {type: 'leave-hop', host}},
	];
}
