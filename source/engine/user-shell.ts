import type {Result} from '../events/failure.ts';
import {localHost, type TerminalId} from '../events/ids.ts';
import {hopOf} from '../state/hops.ts';
import type {EngineParts} from './engine-parts.ts';

/** Runs `!command` in a user terminal on the current host. The model doesn't see that terminal. */
export async function openUserShell(
	{ports, store, terminals}: Pick<EngineParts, 'ports' | 'store' | 'terminals'>,
	command: string,
): Promise<Result<TerminalId>> {
	const state = store.state();
	const host = state.hops.current;
	const opened = await terminals.open({
		program: {type: 'shell', command, login: false},
		cwd: host === localHost ? ports.cwd : (hopOf(state, host)?.place?.cwd ?? '~'),
		host,
		owner: 'user',
		title: command,
	});
	return opened.ok ? {ok: true, value: opened.terminal.id} : opened;
}
