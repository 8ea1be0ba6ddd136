import type {EngineIntent, ScreenIntent} from '../events/intent.ts';

type Type = (EngineIntent | ScreenIntent)['type'];

/** What changes nothing in a session: all that is left of one that can only be looked at. */
const looking: ReadonlySet<Type> = new Set<Type>([
	'select-terminal',
	'resize-terminal',
	'split',
	'focus',
	'zoom',
	'open-overlay',
	'close-overlay',
	'choose-theme',
	'toggle-mouse',
	'toggle-monitor',
	'interrupt',
	'restart-proxy',
	'cancel-action',
	'act-now',
	'clear-incidents',
	'set-debug',
	'write-report',
	'notify',
]);

export function isLooking({type}: {readonly type: Type}): boolean {
	return looking.has(type);
}
