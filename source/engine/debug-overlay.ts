import type {Overlay} from '../events/screen.ts';
import type {DebugStatus} from './black-box.ts';

const title = 'Debug';

/** What is recorded now, the newest first. */
export function debugOverlay({isOn, path, bytes, lines}: DebugStatus): Overlay {
	const head = isOn
		? [`On. ${(bytes / 1_000_000).toFixed(1)} MB in ${path}`]
		: ['Off. /debug on records all that goes to the model and comes back, without secrets.'];
	return {type: 'text', title, lines: [...head, '', ...lines]};
}

export function isDebugOverlay(overlay: Overlay | null): boolean {
	return overlay?.type === 'text' && overlay.title === title;
}
