import type {Grant} from '../events/authorization.ts';
import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import {hourOfDay} from '../platform/time-words.ts';
import {filesOutside} from './risks.ts';
import type {ToolCall} from './state.ts';

export function reduceGrants(grants: readonly Grant[], event: Stamped): readonly Grant[] {
	switch (event.type) {
		case 'grant.made':
			return [...grants.filter(grant => grant.id !== event.grant.id), event.grant];
		// "For this session" ends when the program exits: after `resume` the gate asks again.
		case 'session.opened':
			return grants.some(grant => grant.until === 'session')
				? grants.filter(grant => grant.until !== 'session')
				: grants;
		case 'grant.revoked':
			return grants.filter(grant => grant.id !== event.grant);
		default:
			return grants;
	}
}

/** Describes what a grant covers, for every place where grants are listed. */
export function grantWords({scope, host, tool, terminal, match, within = []}: Grant): string {
	const which = terminal === undefined ? tool : typedWords(terminal);
	const what = [which, match, ...within].filter(part => part !== undefined).join(' ');
	return `${scope} on ${host}${what === '' ? '' : `: ${what}`}`;
}

/** What a grant of this call's scope would cover, in a few words; null if that takes more. */
export function coveredWords(call: Pick<ToolCall, 'scope' | 'tool' | 'exposure'>): string | null {
	const terminal = call.exposure?.terminal;
	if (terminal !== undefined) {
		return typedWords(terminal);
	}
	if (call.scope === 'shell' && runTools.has(call.tool)) {
		return 'every command';
	}
	if (call.scope === 'write') {
		const outside = filesOutside(call).length;
		const there = outside === 0 ? '' : ` and of ${outside === 1 ? 'this file' : 'these files'}`;
		return `every edit here${there}`;
	}
	return null;
}

const runTools: ReadonlySet<string> = new Set(['unified_exec', 'run_in_terminal']);

export function typedWords(terminal: TerminalId): string {
	return `anything typed into terminal ${terminal}`;
}

export function untilWords({until}: Grant): string {
	return until === 'session' ? 'for this session' : `until ${hourOfDay(until)}`;
}
