import type {JsonObject} from '../../events/json.ts';
import type {ProviderKind} from '../../events/settings.ts';
import type {CallFailure, Checked} from '../failure.ts';
import type {Emit, NeutralEvent, NeutralRequest} from '../neutral.ts';
import type {Relayed} from './nameless-tools.ts';
import type {RequestReading} from './request-reading.ts';
import type {ToolNames} from './tool-names.ts';

/** The protocol of a client: how its requests are read and its answers written. */
export type Inbound = {
	readonly kind: 'responses' | 'chat' | 'anthropic' | 'gemini';
	readonly parse: (body: JsonObject) => Checked<NeutralRequest>;
	readonly encoder: (frame: ReplyFrame) => Encoder;
	/**
	 * When the client learns of a call: at its beginning, which can't be taken back, or when it is
	 * complete.
	 */
	readonly callsShown: 'begun' | 'whole';
	/** The kind of provider that speaks the same protocol. */
	readonly sameKind: ProviderKind;
	readonly relay: (options: RelayOptions) => Relay;
	/** Refuses a request that no provider could answer, before it is handed on unread. */
	readonly checkUnread?: (body: JsonObject, reading: RequestReading) => void;
	/** The request without what a provider of the same protocol would refuse. */
	readonly relayBody: (body: JsonObject) => Relayed;
	/** A failure as the body of an answer. */
	readonly errorBody: (failure: CallFailure) => JsonObject;
	/** How a client asks for the length of its request; unset if the protocol has no such request. */
	readonly counting?: Counting | undefined;
};

export type Counting = {
	/** The path below the base URL of a provider with the same protocol. */
	readonly path: (model: string) => string;
	/** The request whose tokens should be counted. */
	readonly request: (body: JsonObject) => JsonObject;
	readonly answer: (tokens: number) => JsonObject;
};

/** What a relay needs to know: the provider's name for messages, and facts about the answer. */
export type RelayOptions = {
	readonly provider: string;
	readonly frame: ReplyFrame;
	readonly bytesMax: number;
};

/** What an answer contains besides the model's words. */
export type ReplyFrame = {
	/** Unique to this answer. The ids of the answer and of its items are made from it. */
	readonly id: string;
	readonly createdAtSeconds: number;
	/** The model that answers, by its own name. */
	readonly model: string;
	/** The request as the client sent it. */
	readonly body: JsonObject;
	readonly guess?: UsageGuess | undefined;
};

/**
 * An estimate of the usage. Many local servers report none, and some clients repeat a request
 * without it.
 */
export type UsageGuess = {
	readonly inputTokens: () => number;
	/** False for our own engine, which gets no estimates. */
	readonly isTold: boolean;
};

/** Writes neutral events for the client, as a stream or as one object at the end. */
export type Encoder = {
	readonly begin: () => string;
	readonly event: (event: NeutralEvent) => string;
	/** Something that keeps the client waiting and that it otherwise ignores. */
	readonly keepAlive: () => string;
	readonly whole: () => JsonObject;
};

/** The protocol of a provider. */
export type Outbound = {
	readonly kind: ProviderKind;
	/** The path contains the model, and the body does not. */
	readonly modelIsInPath?: true;
	/** The path below the provider's base URL. */
	readonly path: (asked: {readonly model: string; readonly stream: boolean}) => string;
	readonly headers: (key: string | null) => Readonly<Record<string, string>>;
	readonly encode: (request: NeutralRequest, target: OutboundTarget) => OutboundRequest;
	readonly decoder: (context: DecoderContext) => StreamDecoder;
};

export type OutboundTarget = {readonly model: string; readonly baseUrl: string};

export type OutboundRequest = {
	readonly body: JsonObject;
	readonly names: ToolNames;
	readonly notices: readonly string[];
};

export type DecoderContext = {
	readonly emit: Emit;
	readonly names: ToolNames;
	/** The provider's name for messages to people. */
	readonly provider: string;
	/** Ids that the provider left out are made from this. */
	readonly id: string;
	/** The limit for what is kept of one answer. */
	readonly bytesMax: number;
};

export type StreamDecoder = {
	/** Reads one event of the stream. */
	readonly data: (data: string, name: string) => void;
	/** Reads events that hold only text, as long as they follow each other; see `SseOptions`. */
	readonly skim?: (text: string, at: number) => number;
	/** Reads a whole answer. */
	readonly whole: (body: JsonObject) => void;
	/** Call this when the provider has closed the connection. */
	readonly end: () => void;
	/** Whether the model has finished and only its usage may follow. */
	readonly settling: () => boolean;
};

/** Watches a stream that is handed on unchanged, and knows how to end it if it breaks. */
export type Relay = {
	readonly data: (data: string, name: string) => RelayState;
	/** Returns where the events end that need nothing but to be handed on; see `SseOptions`. */
	readonly skim?: (text: string, at: number) => number;
	readonly fail: (failure: CallFailure) => string;
	/** Returns what the provider left out at the end of a complete stream. */
	readonly goodbye: () => string;
	readonly keepAlive: () => string;
	/** Returns a repaired whole answer if a client would fail on the original. */
	readonly mendWhole?: (body: JsonObject) => JsonObject | undefined;
	/** Reads the usage of a whole answer. */
	readonly usage: (body: JsonObject) => NeutralEvent | null;
};

export type RelayState = {
	/** `waiting`: nothing was handed on yet that would prevent another provider from taking over. */
	readonly status: 'waiting' | 'running' | 'settling' | 'ended';
	readonly event?: NeutralEvent | null;
	/** Replaces the event if a client would fail on the original. */
	readonly mended?: readonly string[] | undefined;
	/** The answer can't be handed on further, and the client has to be told. */
	readonly refused?: CallFailure | undefined;
};
