import type {Signal} from '../../events/signal.ts';
import type {Store} from '../../state/store.ts';

/**
 * Shows a notice, once per case, that the proxy left out a part of the request for this provider.
 */
export function noteDropped(store: Store, {kind, provider, note}: Signal): void {
	if (kind !== 'tool.dropped') {
		return;
	}
	const text = `Not sent to ${provider}: ${note}`;
	if (!store.state().notices.some(notice => notice.text === text)) {
		store.append({type: 'notice.shown', level: 'info', text});
	}
}
