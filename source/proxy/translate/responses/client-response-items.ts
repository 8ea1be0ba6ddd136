import type {JsonObject} from '../../../events/json.ts';
import type {NeutralEvent} from '../../neutral.ts';

/**
 * An item of an answer while it grows. Once the client has seen its id, type and index, they never
 * change.
 */
export type AnswerItem = ProseItem | CallItem;

export type ProseItem = {
	readonly type: 'message' | 'reasoning';
	readonly id: string;
	readonly index: number;
	readonly parts: ProsePart[];
	/** For reasoning: the signature that its provider wants back. */
	seal?: string;
	status: ItemStatus;
};

export type CallItem = {
	readonly type: 'call';
	readonly id: string;
	readonly index: number;
	readonly start: CallStart;
	readonly deltaHead: string;
	text: string;
	/** For our own engine: what the repair has changed. */
	marks?: JsonObject;
	status: ItemStatus;
};

export type ProsePart = {
	readonly kind: PartKind;
	/** The position of a part. Contents and summaries of an item are counted separately. */
	readonly place: JsonObject;
	readonly deltaHead: string;
	text: string;
};

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

export type CallStart = NeutralEvent & {readonly type: 'call.start'};

export type PartKind = 'output_text' | 'refusal' | 'reasoning_text' | 'summary_text';

/** What the protocol calls each kind of part. */
export const partNames: Readonly<Record<PartKind, PartNames>> = {
	output_text: contentPart('message', 'response.output_text'),
	refusal: {...contentPart('message', 'response.refusal'), text: 'refusal'},
	reasoning_text: contentPart('reasoning', 'response.reasoning_text'),
	summary_text: {
		item: 'reasoning',
		added: 'response.reasoning_summary_part.added',
		delta: 'response.reasoning_summary_text.delta',
		done: 'response.reasoning_summary_text.done',
		closed: 'response.reasoning_summary_part.done',
		index: 'summary_index',
		text: 'text',
	},
};

type PartNames = {
	readonly item: ProseItem['type'];
	readonly added: string;
	readonly delta: string;
	readonly done: string;
	readonly closed: string;
	readonly index: 'content_index' | 'summary_index';
	readonly text: 'text' | 'refusal';
};

export function partObject({kind, text}: {kind: PartKind; text: string}): JsonObject {
	return kind === 'output_text'
		? {type: kind, text, annotations: [], logprobs: []}
		: {type: kind, [partNames[kind].text]: text};
}

export function itemObject(item: AnswerItem): JsonObject {
	if (item.type === 'call') {
		return callObject(item);
	}
	const {id, status} = item;
	const parts = item.parts.map(partObject);
	return item.type === 'message'
		? {type: 'message', id, status, role: 'assistant', content: parts}
		: {
				type: 'reasoning',
				id,
				summary: parts.filter(part => part['type'] === 'summary_text'),
				content: parts.filter(part => part['type'] === 'reasoning_text'),
				encrypted_content: item.seal,
				status,
			};
}

function callObject({id, start, text, marks, status}: CallItem): JsonObject {
	const {id: call_id, name, namespace} = start;
	const head = {id, call_id, name, namespace, status, agent_tui: marks};
	return start.form === 'custom'
		? {type: 'custom_tool_call', ...head, input: text}
		: {type: 'function_call', ...head, arguments: text};
}

function contentPart(item: ProseItem['type'], stem: string): PartNames {
	return {
		item,
		added: 'response.content_part.added',
		delta: `${stem}.delta`,
		done: `${stem}.done`,
		closed: 'response.content_part.done',
		index: 'content_index',
		text: 'text',
	};
}
