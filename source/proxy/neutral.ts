import type {JsonObject} from '../events/json.ts';
import type {Usage} from '../events/part.ts';
import type {ProviderKind} from '../events/settings.ts';
import type {CallFailure} from './failure.ts';

/**
 * The neutral form of a request, between all protocols. Each protocol has one pair of pure
 * functions to and from it, so that N protocols need only N pairs.
 */
export type NeutralRequest = {
	readonly model: string;
	readonly stream: boolean;
	/** Empty if there are none. */
	readonly instructions: string;
	readonly items: readonly NeutralItem[];
	readonly tools: readonly NeutralTool[];
	readonly toolChoice: ToolChoice;
	readonly options: NeutralOptions;
	/** What was dropped or changed while the request was read, one sentence each. */
	readonly notices: readonly string[];
};

/** The arguments of a `custom` call are free text, those of a `function` call JSON. */
export type CallForm = 'function' | 'custom';

export type ToolName = {readonly name: string; readonly namespace?: string | undefined};

export type NeutralTool = ToolName & {
	readonly form: CallForm;
	readonly description?: string | undefined;
	readonly parameters?: JsonObject | undefined;
	readonly strict?: boolean | undefined;
	/** The grammar of a custom tool's text. */
	readonly format?: JsonObject | undefined;
};

export type ToolChoice = 'auto' | 'none' | 'required' | (ToolName & {readonly form: CallForm});

export type NeutralItem =
	| {
			readonly type: 'message';
			readonly role: 'system' | 'user' | 'assistant';
			readonly parts: readonly NeutralPart[];
	  }
	| {
			readonly type: 'reasoning';
			readonly text: string;
			readonly summary: string;
			readonly seal?: Seal | undefined;
	  }
	| NeutralCall
	| {
			readonly type: 'result';
			readonly id: string;
			readonly form: CallForm;
			readonly parts: readonly NeutralPart[];
			/** Set if the client says that the call has failed. */
			readonly failed?: boolean | undefined;
	  };

/**
 * Data that only the provider that wrote it can read, and that it wants back: a signature, or
 * encrypted reasoning. It belongs to the reasoning in the same item or, if that is empty, to the
 * next item.
 */
export type Seal = {
	readonly from: ProviderKind;
	/** `redacted`: Anthropic has hidden the reasoning itself, and this data stands for it. */
	readonly form: 'signature' | 'redacted';
	readonly data: string;
};

export type NeutralCall = ToolName & {
	readonly type: 'call';
	readonly id: string;
	readonly form: CallForm;
	readonly arguments: string;
};

export type NeutralPart =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'image'; readonly url: string; readonly detail?: string | undefined}
	/** A document as a link or a `data:` URL. The name is empty if the document has none. */
	| {readonly type: 'file'; readonly name: string; readonly url: string}
	| {readonly type: 'refusal'; readonly text: string};

export type NeutralOptions = {
	readonly outputTokensMax?: number | undefined;
	readonly temperature?: number | undefined;
	readonly topP?: number | undefined;
	readonly stop?: readonly string[] | undefined;
	readonly effort?: string | undefined;
	/** The client stores encrypted reasoning and sends it back. */
	readonly sealed?: boolean | undefined;
	readonly parallelCalls?: boolean | undefined;
	readonly format?: AnswerFormat | undefined;
	/** Settings of Google's own filters, which no other provider has. */
	readonly safety?: readonly JsonObject[] | undefined;
	/** Clients of Chat Completions get the usage in a stream only if they have asked for it. */
	readonly streamUsage?: boolean | undefined;
};

export type AnswerFormat =
	| {readonly type: 'json_object'}
	| {
			readonly type: 'json_schema';
			readonly name: string;
			readonly schema: JsonObject;
			readonly strict?: boolean | undefined;
			readonly description?: string | undefined;
	  };

/** Calls are identified by our own numbers, because providers repeat ids and indexes. */
export type NeutralEvent =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'refusal'; readonly text: string}
	| {readonly type: 'reasoning'; readonly text: string; readonly form: 'raw' | 'summary'}
	| {readonly type: 'seal'; readonly seal: Seal}
	| (ToolName & {
			readonly type: 'call.start';
			readonly call: number;
			readonly id: string;
			readonly form: CallForm;
	  })
	| {readonly type: 'call.delta'; readonly call: number; readonly text: string}
	/** Only a complete call gets this event; a call that was cut off never does. */
	| ({readonly type: 'call.end'; readonly call: number} & CallMarks)
	| {readonly type: 'usage'; readonly usage: Usage}
	| {readonly type: 'finish'; readonly finish: NeutralFinish}
	| {readonly type: 'failure'; readonly failure: CallFailure};

/** What the repair reports about a call. Only our own engine gets it. */
export type CallMarks = {
	/** What was changed to make the call readable, one short sentence each. */
	readonly mended?: readonly string[] | undefined;
	/** Why the call can't be run. The engine gives this to the model as the call's result. */
	readonly broken?: string | undefined;
};

export type NeutralFinish = 'stop' | 'calls' | 'length' | 'refused';

export type Emit = (event: NeutralEvent) => void;

/** Returns the text of the parts, for protocols that know nothing else. */
export function textOfParts(parts: readonly NeutralPart[]): string {
	let text = '';
	for (const part of parts) {
		if ((part.type === 'text' || part.type === 'refusal') && part.text !== '') {
			text += text === '' ? part.text : `\n${part.text}`;
		}
	}
	return text;
}
