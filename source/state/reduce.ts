import {isDeepStrictEqual} from 'node:util';
import type {Stamped} from '../events/event.ts';
import {reduceCalls} from './calls.ts';
import {reduceChanges} from './changes.ts';
import {reduceChat} from './chat.ts';
import {reduceGrants} from './grants.ts';
import {reduceHops} from './hops.ts';
import {reduceIncidents} from './incidents.ts';
import {copying, type ListEdits} from './list-edits.ts';
import {reduceNotices} from './notices.ts';
import {reduceOfferedTools} from './offered-tools.ts';
import {reduceProject} from './project.ts';
import {reduceSession} from './session.ts';
import type {State} from './state.ts';
import {reduceSurvivors} from './survivors.ts';
import {reduceTerminals} from './terminals.ts';

/** Runs one reducer per slice. Returns the same object if no slice has changed. */
export function reduce(state: State, event: Stamped, lists: ListEdits = copying): State {
	const next: State = {
		session: reduceSession(state.session, event),
		chat: reduceChat(state.chat, event, lists),
		calls: reduceCalls(state.calls, event, lists),
		grants: reduceGrants(state.grants, event),
		rules: reduceRules(state.rules, event),
		writtenRules: event.type === 'settings.checked' ? event.rules : state.writtenRules,
		settingsProblem: event.type === 'settings.checked' ? event.problem : state.settingsProblem,
		changes: reduceChanges(state.changes, event, lists),
		terminals: reduceTerminals(state.terminals, event),
		survivors: reduceSurvivors(state.survivors, event),
		hops: reduceHops(state.hops, event),
		project: reduceProject(state.project, event),
		proxy: event.type === 'proxy.changed' ? event.proxy : state.proxy,
		incidents: reduceIncidents(state.incidents, event),
		models: event.type === 'models.listed' ? event.models : state.models,
		offeredTools: reduceOfferedTools(state.offeredTools, event),
		mcpServers: reduceServers(state.mcpServers, event),
		notices: reduceNotices(state.notices, event),
	};
	return isSame(state, next) ? state : next;
}

/**
 * Empties the list when a process opens the session: the servers of the earlier process have ended.
 */
function reduceServers(servers: State['mcpServers'], event: Stamped): State['mcpServers'] {
	if (event.type === 'servers.changed') {
		return event.servers;
	}
	return event.type === 'session.opened' && servers.length > 0 ? [] : servers;
}

/**
 * Rules of this run that are not in the settings. A rule leaves the list when it is saved there or
 * removed.
 */
function reduceRules(rules: State['rules'], event: Stamped): State['rules'] {
	switch (event.type) {
		case 'rule.added':
			return [...rules, event.rule];
		case 'rule.dropped':
			return rules.filter(rule => !isDeepStrictEqual(rule, event.rule));
		case 'session.opened':
			return rules.length === 0 ? rules : [];
		default:
			return rules;
	}
}

function isSame(before: State, after: State): boolean {
	return (Object.keys(before) as (keyof State)[]).every(slice => before[slice] === after[slice]);
}
