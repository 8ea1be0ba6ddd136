import {type HostId, localHost} from '../../events/ids.ts';
import {hostWords} from '../hops.ts';
import type {State} from '../state.ts';
import {type MarkItemKind, markKind} from './mark-kind.ts';

/** The place from which calls that name no host run on this one. */
export type HopItem = {
	readonly type: 'hop';
	readonly host: HostId;
	readonly cwd: string | null;
	readonly at: number;
};

export const hop: MarkItemKind<HopItem> = markKind({
	addedBy: {
		// A host that is chosen before the first message changes nothing that was said, so it gets no
		// item.
		'hop.chosen': ({host, cwd, at}, {items}) =>
			items.every(({type}) => type === 'ran') ? null : {type: 'hop', host, cwd, at},
	},
	input: (item, state) => [{type: 'user', text: movedWords(state, item)}],
	mark: ({host}) => ({words: 'from here on', subject: host}),
	markdown: ({host}) => ['', `*From here on: ${host}*`],
});

/** Tells the model that the host changed, marked so that it isn't taken for the person's words. */
function movedWords(state: State, {host, cwd}: HopItem): string {
	const where = host === localHost ? 'local, this machine' : hostWords(state, host);
	const folder = cwd === null ? '' : ` The working folder there is ${cwd}.`;
	return `[agent-tui, not the person: the current host is now ${where}. Calls that name no host go there.${folder}]`;
}
