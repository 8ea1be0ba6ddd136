import type {EngineIntent} from '../events/intent.ts';

type Type = EngineIntent['type'];

/** What changes nothing in a session: all that is left of one that can only be looked at. */
const looking: ReadonlySet<Type> = new Set<Type>([
	'resize-terminal',
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
