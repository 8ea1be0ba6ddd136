import type {EngineIntent} from '../events/intent.ts';

type Type = EngineIntent['type'];

/** Intents that change nothing in a session: the only ones that a read-only session accepts. */
const changingNothing: ReadonlySet<Type> = new Set<Type>([
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

export function isAllowedReadOnly({type}: {readonly type: Type}): boolean {
	return changingNothing.has(type);
}
