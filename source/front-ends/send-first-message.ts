import type {App} from '../engine/engine.ts';
import {hopTo} from '../engine/remote-hosts/switch-host.ts';

/** What the command line says comes after the host that it names, and never runs anywhere else. */
export async function sendFirst(
	app: App,
	{prompt, hop}: {prompt: string; hop: string | undefined},
): Promise<void> {
	if (hop !== undefined) {
		const {hopping, store} = app;
		const done = await hopTo({hopping, store, append: store.append}, hop, 'at once');
		if (!done.ok && prompt !== '') {
			const text = `Your message was not sent, because ${hop} is not connected: ${done.failure.message}`;
			app.perform({type: 'notify', level: 'error', text});
			return;
		}
	}
	if (prompt !== '') {
		app.perform({type: 'send', text: prompt});
	}
}
