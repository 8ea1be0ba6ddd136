import {failed, type Result} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {Files} from '../platform/files.ts';
import {localFiles} from '../platform/local-files.ts';
import type {ToolContext} from './tool.ts';

/**
 * Returns the files of the call's host. Fails if that host is not connected: the files of this
 * machine are never used instead.
 */
export function filesOf({host, files}: Pick<ToolContext, 'host' | 'files'>): Result<Files> {
	const those = files ?? (host === localHost ? localFiles : null);
	return those?.host === host
		? {ok: true, value: those}
		: {
				ok: false,
				failure: failed(
					'not-found',
					`The host ${host} is not connected, so its files can't be read.`,
				),
			};
}
