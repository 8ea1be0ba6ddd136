import {isAbsolute} from 'node:path';
import type {RiskFacts} from '../events/authorization.ts';

/**
 * Begins a target that is a host. No path of a file begins with two slashes, so they can't be
 * confused.
 */
const hostMark = '//';
/**
 * Begins a target that is an MCP server's tool. No host begins with a slash, so they can't be
 * confused.
 */
const toolMark = '///';

export function toolTarget(name: string): string {
	return toolMark + name;
}

export function isTool(target: string): boolean {
	return target.startsWith(toolMark);
}

export function isHost(target: string): boolean {
	return target.startsWith(hostMark) && !isTool(target);
}

export function isFile(target: string): boolean {
	return !target.startsWith(hostMark);
}

export function bareTarget(target: string): string {
	const mark = isTool(target) ? toolMark : isHost(target) ? hostMark : '';
	return target.slice(mark.length);
}

/** The targets outside the workspace. Files inside have relative names. */
export function filesOutside({exposure}: {readonly exposure?: RiskFacts}): readonly string[] {
	return (exposure?.targets ?? []).filter(target => isAbsolute(target) && isFile(target));
}
