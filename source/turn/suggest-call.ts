import type {CallId, TurnId} from '../events/ids.ts';
import {inferredWords, isInferred} from '../events/part.ts';
import {inferCall} from './announced-call.ts';
import {proposeCall} from './call.ts';
import type {TurnPorts} from './ports.ts';
import type {ReplyResult} from './reply.ts';

type Heard = Extract<ReplyResult, {type: 'heard'}>;

/**
 * If the settings allow it, suggests a call on a card when a turn that has run calls ends with the
 * announcement of an action instead of a call. The call's `mended` mark makes the gate always ask,
 * even under a grant or for a tool that needs no permission.
 */
export function suggestCall(
	ports: TurnPorts,
	{turn, reply}: {readonly turn: TurnId; readonly reply: Heard},
): CallId | null {
	const {chat, calls} = ports.store.state();
	const before = [...calls.values()].filter(call => call.turn === turn);
	if (!ports.repair.inferFromIntent || reply.finish !== 'stop' || before.length === 0) {
		return null;
	}
	const said = chat.items.find(item => item.type === 'reply' && item.id === reply.id);
	const inferred = inferCall({
		text: said?.type === 'reply' ? said.text : '',
		urls: sessionUrls(ports),
	});
	const raw = JSON.stringify(inferred?.arguments ?? {});
	const isRepeated = before.some(call => call.tool === inferred?.tool && call.raw === raw);
	const suggestions = before.filter(({mended}) => isInferred(mended)).length;
	if (!inferred || isRepeated || suggestions >= ports.repair.perTurnMax) {
		return null;
	}
	const mended = `${inferredWords}: ${inferred.words}`;
	const {tool: name} = inferred;
	return proposeCall(ports, {
		turn,
		reply: reply.id,
		current: reply.host,
		part: {type: 'call', id: '', name, arguments: raw, mended},
	});
}

/**
 * Returns URLs from the person's messages only: text of a model or a page must not choose the
 * target.
 */
function sessionUrls({store}: TurnPorts): readonly string[] {
	return store
		.state()
		.chat.items.flatMap(item => (item.type === 'message' ? [item.text] : []))
		.flatMap(text => [...text.matchAll(/https?:\/\/[^\s<>()[\]"'`]+/g)])
		.map(([url]) => url.replace(/[.,:;!?]+$/, ''));
}
