import {isAbsolute} from 'node:path';
import type {RiskFacts} from '../events/authorization.ts';

/** A host among targets starts with two slashes, so that it can't be mistaken for a file. */
const hostMark = '//';

export function isHost(target: string): boolean {
	return target.startsWith(hostMark);
}

export function bareTarget(target: string): string {
	return isHost(target) ? target.slice(hostMark.length) : target;
}

/** Files outside the workspace: those in it have relative names. */
export function filesOutside({exposure}: {readonly exposure?: RiskFacts}): readonly string[] {
	return (exposure?.targets ?? []).filter(target => isAbsolute(target) && !isHost(target));
}
