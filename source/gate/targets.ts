import {homedir} from 'node:os';
import type {PermissionRule} from '../events/settings.ts';
import {bareTarget, isHost} from '../state/exposure.ts';

/**
 * Whether a pattern speaks of a file or a host: `*` stands for anything within one part of a path
 * (or of a name with dots), `**` for any number of parts.
 */
export function matchesTarget(pattern: string, target: string): boolean {
	if (pattern === '*' || pattern === '**') {
		return false;
	}
	const ofHost = isHost(target);
	const source = pattern
		.split(/(\*\*\/?|\*)/)
		.map(part => {
			if (part === '*') {
				return ofHost ? '[^.]*' : '[^/]*';
			}
			return part.startsWith('**') ? '.*' : part.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`);
		})
		.join('');
	return new RegExp(`^${source}$`, 's').test(bareTarget(target));
}

/** Rules name files as people do; targets are relative to the workspace where they lie in it. */
export function placeRule(rule: PermissionRule, workspace: string): PermissionRule {
	if (rule.scope !== 'read' && rule.scope !== 'write') {
		return rule;
	}
	const path = rule.match.startsWith('~/') ? homedir() + rule.match.slice(1) : rule.match;
	const folder = `${workspace}/`;
	return {...rule, match: path.startsWith(folder) ? path.slice(folder.length) : path};
}
