import {type HopRecord, hopStateWords, hostWords} from '../source/state/hops.ts';
import {remoteWork} from '../source/state/remote-work.ts';
import type {State} from '../source/state/state.ts';
import type {SlashCommand} from '../source/view/command.ts';
import {questionOf, runsThere} from '../source/view/input/ask-first.ts';
import type {PickerItem} from '../source/view/ui-state/overlay.ts';

export default {
	summary: 'The machines that are connected: go there, try again, disconnect',
	run(_, {state, now}) {
		const {list} = state.hops;
		if (list.length === 0) {
			return {problem: 'No other machine is connected. /hop web connects one.'};
		}
		// Rows that end something come last, so that Enter pressed right away can't end anything.
		const items = [
			...list.flatMap(hop => actionsOf(hop, {state, now})),
			...list.map(hop => disconnectRow(hop, {state, now})),
		];
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'Machines', items}}];
	},
} satisfies SlashCommand;

/** The actions that are possible for this host now. Each row also shows the host's state. */
function actionsOf(
	hop: HopRecord,
	{state, now}: {state: State; now: number},
): readonly PickerItem[] {
	const {host, state: stands} = hop;
	const isCurrent = state.hops.current === host;
	const detail = detailOf(hop, {state, now});
	const isLost = stands.status === 'reconnecting' || stands.status === 'failed';
	return [
		...(isCurrent && stands.status !== 'closed'
			? [{label: `${host}: stay there`, detail, intent: {type: 'close-overlay'} as const}]
			: [{label: `${host}: work there`, detail, intent: {type: 'hop', target: host} as const}]),
		...(isLost
			? [{label: `${host}: try now`, detail, intent: {type: 'retry-hop', host} as const}]
			: []),
	];
}

/**
 * The row that disconnects. It asks first if something runs on the host, because that would end.
 */
function disconnectRow(hop: HopRecord, {state, now}: {state: State; now: number}): PickerItem {
	const {host} = hop;
	const leave = {type: 'leave-hop', host} as const;
	const work = remoteWork(state).filter(one => one.host === host);
	return {
		label: `${host}: disconnect`,
		detail: detailOf(hop, {state, now}),
		intent:
			work.length === 0
				? leave
				: questionOf({
						title: runsThere(work),
						no: 'Stay connected',
						yes: 'End it there, and disconnect',
						detail: 'what it has not saved is lost',
						intent: leave,
					}),
	};
}

function detailOf(hop: HopRecord, {state, now}: {state: State; now: number}): string {
	const reason = 'reason' in hop.state ? `: ${hop.state.reason.message}` : '';
	const open = state.hops.unconfirmed.filter(({host}) => host === hop.host);
	const asked =
		open.length === 0 ? '' : `, asked to stop and not confirmed: ${open.map(({title}) => title)}`;
	return `${hostWords(state, hop.host)}, ${hopStateWords(hop, now)}${reason}${asked}`;
}
