import {type Failure, failed, type Result} from '../../events/failure.ts';
import type {HostId} from '../../events/ids.ts';
import type {Files} from '../../platform/files.ts';

/**
 * Splits a target into host and folder: `web:/srv/engine` and `web:~/engine` name a folder, but
 * `web:2222` a port.
 */
export function splitTarget(text: string): {
	readonly target: string;
	readonly folder: string | null;
} {
	const [, target, folder] = /^(\S*?[^:/\s]):([/~].*)$/.exec(text.trim()) ?? [];
	return target !== undefined && folder !== undefined && target !== 'ssh'
		? {target, folder}
		: {target: text.trim(), folder: null};
}

const enterMsMax = 10_000;

/** Resolves a folder on the host; fails if the path is not a folder. */
export async function enter(
	files: Files | null,
	{host, folder, signal: closing}: {host: HostId; folder: string; signal: AbortSignal},
): Promise<Result<string>> {
	if (!files) {
		return {ok: false, failure: failed('cancelled', `The connection to ${host} was closed.`)};
	}
	const written = folder.startsWith('~') ? files.home + folder.slice(1) : folder;
	const signal = AbortSignal.any([closing, AbortSignal.timeout(enterMsMax)]);
	try {
		const path = await files.realpath(written, {signal});
		const {kind} = await files.stat(path, {signal});
		return kind === 'folder' ? {ok: true, value: path} : noFolder(host, folder);
	} catch (error) {
		const {failure} = error as {failure?: Failure};
		return failure ? {ok: false, failure} : noFolder(host, folder);
	}
}

function noFolder(host: HostId, folder: string): Result<never> {
	const message = `${host} is connected, but there is no folder ${folder} that can be entered.`;
	return {ok: false, failure: failed('not-found', message)};
}
