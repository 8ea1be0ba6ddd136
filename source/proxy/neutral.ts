import type {JsonObject} from '../events/json.ts';
import type {Usage} from '../events/part.ts';
import type {ProviderKind} from '../events/settings.ts';
import type {CallFailure} from './failure.ts';

/**
 * The one form between all protocols: each protocol has one pair of pure functions to and from it,
 * so that N protocols cost N pairs.
 */
export type NeutralRequest = {
	readonly model: string;
	readonly stream: boolean;
	/** Empty when there are none. */
	readonly instructions: string;
	readonly items: readonly NeutralItem[];
	readonly tools: readonly NeutralTool[];
	readonly toolChoice: ToolChoice;
	readonly options: NeutralOptions;
	/** What was dropped or changed on the way in, one sentence each. */
	readonly notices: readonly string[];
};

/** A custom call carries free text, a function call JSON. */
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
			/** The client says that the call went wrong. */
			readonly failed?: boolean | undefined;
	  };

/**
 * What only the provider that wrote it can read, and wants back: a signature or encrypted
 * reasoning. It belongs to the reasoning that it comes with or, where that has no words, to what
 * comes next.
 */
export type Seal = {
	readonly from: ProviderKind;
	/** `redacted`: Anthropic has hidden the reasoning itself, and the seal stands for it. */
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
	/** A document, as a link or a `data:` URL; an empty name where it has none. */
	| {readonly type: 'file'; readonly name: string; readonly url: string}
	| {readonly type: 'refusal'; readonly text: string};

export type NeutralOptions = {
	readonly outputTokensMax?: number | undefined;
	readonly temperature?: number | undefined;
	readonly topP?: number | undefined;
	readonly stop?: readonly string[] | undefined;
	readonly effort?: string | undefined;
	/** The client keeps sealed reasoning, and gives it back. */
	readonly sealed?: boolean | undefined;
	readonly parallelCalls?: boolean | undefined;
	readonly format?: AnswerFormat | undefined;
	/** What Google's own filters let pass: no other provider has them. */
	readonly safety?: readonly JsonObject[] | undefined;
	/** Chat clients get the usage in a stream only when they ask for it. */
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

/** Calls are told apart by a number of our own: ids and indexes of providers repeat. */
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
	/** Only a call that came whole is ended; one that was cut off never is. */
	| ({readonly type: 'call.end'; readonly call: number} & CallMarks)
	| {readonly type: 'usage'; readonly usage: Usage}
	| {readonly type: 'finish'; readonly finish: NeutralFinish}
	| {readonly type: 'failure'; readonly failure: CallFailure};

/** What the repair has to say of a call; only our own engine is told. */
export type CallMarks = {
	/** What was changed so that it could be read, one short sentence each. */
	readonly mended?: readonly string[] | undefined;
	/** Why it can't be run: the engine gives the model this as its result. */
	readonly broken?: string | undefined;
};

export type NeutralFinish = 'stop' | 'calls' | 'length' | 'refused';

export type Emit = (event: NeutralEvent) => void;

/** The text of parts, as protocols want it that know nothing else. */
export function textOfParts(parts: readonly NeutralPart[]): string {
	let text = '';
	for (const part of parts) {
		if ((part.type === 'text' || part.type === 'refusal') && part.text !== '') {
			text += text === '' ? part.text : `\n${part.text}`;
		}
	}
	return text;
}
