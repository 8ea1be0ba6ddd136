import type {Event} from '../../events/event.ts';
import type {Failure, Result} from '../../events/failure.ts';
import {localHost} from '../../events/ids.ts';
import {hostWords} from '../../state/hops.ts';
import type {Store} from '../../state/store.ts';
import type {RemoteHosts} from './remote-hosts.ts';
import type {SwitchTiming} from './setup.ts';

type Traveller = {
	readonly remoteHosts: RemoteHosts;
	readonly store: Store;
	readonly append: (event: Event) => unknown;
};

/** Runs `/hop` and `--hop`: connects, makes the host the current one, and reports the result. */
export async function switchHost(
	{remoteHosts, store, append}: Traveller,
	target: string,
	choosing: SwitchTiming,
): Promise<Result<null>> {
	if (target.trim() === localHost) {
		remoteHosts.choose(localHost);
		append({
			type: 'notice.shown',
			level: 'info',
			text: 'Commands run on this machine from now on.',
		});
		return {ok: true, value: null};
	}
	append({type: 'notice.shown', level: 'info', text: `Connecting to ${target.trim()}…`});
	const done = await remoteHosts.connect(target, {choose: choosing});
	if (!done.ok) {
		append({type: 'notice.shown', level: 'error', text: words(done.failure)});
		return done;
	}
	const {host, place} = done.value;
	const where = `${hostWords(store.state(), host)}, in ${place?.cwd ?? '~'}`;
	append({
		type: 'notice.shown',
		level: 'info',
		text: `Commands run on ${where} from now on. /hop local comes back.`,
	});
	return {ok: true, value: null};
}

function words({message, detail}: Failure): string {
	return detail === undefined ? message : `${message} (${detail.replaceAll('\n', '; ')})`;
}
