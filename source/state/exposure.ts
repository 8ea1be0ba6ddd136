import {isAbsolute} from 'node:path';
import type {Exposure} from '../events/authorization.ts';

/** A host among targets is written with two slashes, so that no file is taken for one. */
const hostMark = '//';

export function isHost(target: string): boolean {
	return target.startsWith(hostMark);
}

export function bareTarget(target: string): string {
	return isHost(target) ? target.slice(hostMark.length) : target;
}

/** Within the workspace files are named relative to it. */
export function filesOutside({exposure}: {readonly exposure?: Exposure}): readonly string[] {
	return (exposure?.targets ?? []).filter(target => isAbsolute(target) && !isHost(target));
}
