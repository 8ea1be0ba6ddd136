import type {Signal} from '../../events/signal.ts';
import type {Store} from '../../state/store.ts';

/** A provider was not sent all that its client has asked for: said once, with what it was. */
export function noteDropped(store: Store, {kind, provider, note}: Signal): void {
	if (kind !== 'tool.dropped') {
		return;
	}
	const text = `Not sent to ${provider}: ${note}`;
	if (!store.state().notices.some(notice => notice.text === text)) {
		store.append({type: 'notice.shown', level: 'info', text});
	}
}
