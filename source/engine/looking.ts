import type {EngineIntent} from '../events/intent.ts';

type Type = EngineIntent['type'];

/** Intents that change nothing in a session: the only ones that a read-only session accepts. */
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
