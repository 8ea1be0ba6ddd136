import {homedir} from 'node:os';
import {isAbsolute} from 'node:path';
import type {PermissionRule} from '../events/settings.ts';
import {bareTarget, isHost} from '../state/risks.ts';

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

/** Who is kept from a folder is kept from what lies in it. */
export function liesBelow(pattern: string, target: string): boolean {
	const bare = pattern.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/*])\/+(?:\*\*)?$/, '');
	const folder = bare === '' ? '.' : bare;
	if (isHost(target) || folder === '*' || folder === '**') {
		return false;
	}
	return folder === '.'
		? !isAbsolute(target)
		: matchesTarget(folder, target) || matchesTarget(`${folder.replace(/\/$/, '')}/**`, target);
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
