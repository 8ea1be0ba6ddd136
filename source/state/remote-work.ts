import {type HostId, localHost} from '../events/ids.ts';
import {runningCalls} from './select.ts';
import type {State} from './state.ts';

export type RemoteWork = {readonly host: HostId; readonly title: string};

/**
 * Lists what runs on other machines: the programs in terminals, and the calls that have no
 * terminal.
 */
export function remoteWork(state: State): readonly RemoteWork[] {
	const open = state.terminals.filter(({ended}) => ended === null);
	const ids = new Set(open.map(({id}) => id));
	const calls = runningCalls(state)
		.filter(({scope, terminal}) => scope !== 'hop' && (!terminal || !ids.has(terminal)))
		.map(({host, summary}) => ({host, title: summary}));
	return [...open, ...calls]
		.filter(({host}) => host !== localHost)
		.map(({host, title}) => ({host, title: title.split('\n')[0] ?? ''}));
}
