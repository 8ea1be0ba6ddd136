import type {Circumstances} from '../events/authorization.ts';
import {localHost} from '../events/ids.ts';
import type {ToolCall} from '../state/state.ts';
import type {GatePorts} from './ports.ts';

/**
 * How long an old answer counts. After a crash, the program is usually started again at once; a
 * person who returns later may expect something else to happen.
 */
const answerMsMax = 300_000;

const allowing: ReadonlySet<string> = new Set(['once', 'session', 'until', 'always']);

/**
 * Reviews the calls that an earlier process left without starting them. If one of them was allowed,
 * the answer counts for five minutes, and only on the same system, in the same folder and on this
 * machine. After that the call asks again, and so does a call that had needed no answer, because it
 * would run unexpectedly. A refused call stays refused.
 */
export function reviewLeft(ports: GatePorts): void {
	for (const call of ports.store.state().calls.values()) {
		const why = call.scope === null ? null : whyLapsed(ports, call);
		if (why !== null) {
			ports.store.append({type: 'authorization.lapsed', call: call.id, why});
		}
	}
}

export function circumstancesOf(
	{circumstances}: GatePorts,
	call: ToolCall,
): {readonly under?: Circumstances} {
	return circumstances ? {under: circumstances(call)} : {};
}

function whyLapsed(ports: GatePorts, call: ToolCall): string | null {
	const {answer, status, proposedAt} = call;
	if (status.type !== 'proposed' && status.type !== 'waiting') {
		return null;
	}
	if (!answer) {
		return status.type === 'proposed'
			? `the program ended ${agoWords(ports.clock.now() - proposedAt)} before anything was decided`
			: null;
	}
	if (!allowing.has(answer.verdict.type)) {
		return null;
	}
	const change = whatChanged(ports, {call, answer});
	return change === null
		? null
		: `it was allowed ${agoWords(ports.clock.now() - answer.at)} and not started then; ${change}`;
}

type Answered = {readonly call: ToolCall; readonly answer: NonNullable<ToolCall['answer']>};

function whatChanged(ports: GatePorts, {call, answer}: Answered): string | null {
	const {host} = call;
	const ageMs = ports.clock.now() - answer.at;
	if (ageMs < 0 || ageMs > answerMsMax) {
		return 'that is too long ago';
	}
	if (host !== localHost) {
		return `the connection to ${host} is another one now`;
	}
	const then = answer.under;
	const now = ports.circumstances?.(call);
	if (!then || !now) {
		return 'what held then was not written down';
	}
	if (then.boot === null || then.boot !== now.boot) {
		return 'this machine was started anew since';
	}
	return then.folder === null || then.folder !== now.folder
		? `${call.cwd} is not the folder that it was`
		: null;
}

function agoWords(ms: number): string {
	const minutes = Math.floor(ms / 60_000);
	if (ms < 0) {
		return 'at another time of this clock';
	}
	if (minutes < 1) {
		return 'a moment ago';
	}
	if (minutes < 60) {
		return `${minutes} min ago`;
	}
	const hours = Math.floor(minutes / 60);
	return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
