import {isAbsolute} from 'node:path';
import type {RiskFacts} from '../events/authorization.ts';

/** A host among targets starts with two slashes, so that it can't be mistaken for a file. */
const hostMark = '//';
/** A tool of an MCP server starts with three: no name of a host begins with a slash. */
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

/** Files outside the workspace: those in it have relative names. */
export function filesOutside({exposure}: {readonly exposure?: RiskFacts}): readonly string[] {
	return (exposure?.targets ?? []).filter(target => isAbsolute(target) && isFile(target));
}
