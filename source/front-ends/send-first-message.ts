import type {Engine} from '../engine/engine.ts';
import {switchHost} from '../engine/remote-hosts/switch-host.ts';

/** What the command line says comes after the host that it names, and never runs anywhere else. */
export async function sendFirstMessage(
	engine: Engine,
	{prompt, hop}: {prompt: string; hop: string | undefined},
): Promise<void> {
	if (hop !== undefined) {
		const {remoteHosts, store} = engine;
		const done = await switchHost({remoteHosts, store, append: store.append}, hop, 'at once');
		if (!done.ok && prompt !== '') {
			const text = `Your message was not sent, because ${hop} is not connected: ${done.failure.message}`;
			engine.dispatch({type: 'notify', level: 'error', text});
			return;
		}
	}
	if (prompt !== '') {
		engine.dispatch({type: 'send', text: prompt});
	}
}
