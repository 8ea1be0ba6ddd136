import {createHash} from 'node:crypto';
import type {ToolCall} from '../state/state.ts';

/**
 * Makes a hash of everything that an answer is about. If any of it differs later, the answer does
 * not apply.
 */
export function fingerprint(call: ToolCall): string {
	const {id, tool, scope, host, cwd, raw, edited, summary} = call;
	const subject = JSON.stringify([id, tool, scope, host, cwd, edited?.raw ?? raw, summary]);
	return createHash('sha256').update(subject).digest('hex');
}
