import type {Stamped} from '../events/event.ts';
import {reduceCalls} from './calls.ts';
import {reduceChanges} from './changes.ts';
import {reduceChat} from './chat.ts';
import {reduceGrants} from './grants.ts';
import {reduceNotices} from './notices.ts';
import {reduceScreen} from './screen.ts';
import {reduceSession} from './session.ts';
import type {State} from './state.ts';
import {reduceTerminals} from './terminals.ts';

/** One reducer per slice. The same state comes back when no slice changed. */
export function reduce(state: State, event: Stamped): State {
	const next: State = {
		session: reduceSession(state.session, event),
		chat: reduceChat(state.chat, event),
		calls: reduceCalls(state.calls, event),
		grants: reduceGrants(state.grants, event),
		rules: event.type === 'rule.added' ? [...state.rules, event.rule] : state.rules,
		changes: reduceChanges(state.changes, event),
		terminals: reduceTerminals(state.terminals, event),
		proxy: event.type === 'proxy.changed' ? event.proxy : state.proxy,
		models: event.type === 'models.listed' ? event.models : state.models,
		notices: reduceNotices(state.notices, event),
		screen: reduceScreen(state.screen, event),
	};
	return isSame(state, next) ? state : next;
}

function isSame(before: State, after: State): boolean {
	return (Object.keys(before) as (keyof State)[]).every(slice => before[slice] === after[slice]);
}
