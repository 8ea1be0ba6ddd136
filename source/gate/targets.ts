import {homedir} from 'node:os';
import {isAbsolute} from 'node:path';
import type {PermissionRule} from '../events/settings.ts';
import {bareTarget, isFile, isHost, isTool} from '../state/risks.ts';

/**
 * Whether a pattern matches a file or host: `*` stands for anything within one part of a path (or
 * of a name with dots), `**` for any number of parts. The name of a tool has no parts.
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
				return isTool(target) ? '.*' : ofHost ? '[^.]*' : '[^/]*';
			}
			return part.startsWith('**') ? '.*' : part.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`);
		})
		.join('');
	return new RegExp(`^${source}$`, 's').test(bareTarget(target));
}

/**
 * Whether the target lies below the pattern: a rule that denies a folder also denies what is in it.
 */
export function liesBelow(pattern: string, target: string): boolean {
	const bare = pattern.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/*])\/+(?:\*\*)?$/, '');
	const folder = bare === '' ? '.' : bare;
	if (!isFile(target) || folder === '*' || folder === '**') {
		return false;
	}
	return folder === '.'
		? !isAbsolute(target)
		: matchesTarget(folder, target) || matchesTarget(`${folder.replace(/\/$/, '')}/**`, target);
}

/**
 * Resolves a rule's file names, which are written as people write them. Targets are relative to the
 * workspace if they lie in it.
 */
export function placeRule(rule: PermissionRule, workspace: string): PermissionRule {
	if (rule.scope !== 'read' && rule.scope !== 'write') {
		return rule;
	}
	const path = rule.match.startsWith('~/') ? homedir() + rule.match.slice(1) : rule.match;
	const folder = `${workspace}/`;
	return {...rule, match: path.startsWith(folder) ? path.slice(folder.length) : path};
}
