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
	 * When a client gets a call: at its beginning (`begun`), which can't be taken back, or when it is
	 * complete (`whole`).
	 */
	readonly callsShown: 'begun' | 'whole';
	/** The kind of provider that speaks this protocol. */
	readonly sameKind: ProviderKind;
	readonly relay: (options: RelayOptions) => Relay;
	/**
	 * Refuses a request that no provider could answer, if it is passed on without being translated.
	 */
	readonly checkUnread?: (body: JsonObject, reading: RequestReading) => void;
	/** Returns the request without what a provider of the same protocol would refuse. */
	readonly relayBody: (body: JsonObject) => Relayed;
	/** Returns a failure as the body of an answer. */
	readonly errorBody: (failure: CallFailure) => JsonObject;
	/** How clients ask for the number of tokens; absent if the protocol has no such request. */
	readonly counting?: Counting | undefined;
};

export type Counting = {
	/** Returns the path below the base URL of a provider with the same protocol. */
	readonly path: (model: string) => string;
	/** Returns the request whose tokens are to be counted. */
	readonly request: (body: JsonObject) => JsonObject;
	readonly answer: (tokens: number) => JsonObject;
};

/** What a relay needs to know: the provider's name for messages, and facts about the answer. */
export type RelayOptions = {
	readonly provider: string;
	readonly frame: ReplyFrame;
	readonly bytesMax: number;
};

/** What an answer contains besides the model's text. */
export type ReplyFrame = {
	/** Unique to this answer. Its id and the ids of its items are made from it. */
	readonly id: string;
	readonly createdAtSeconds: number;
	/** The model that answers, by its own name. */
	readonly model: string;
	/** The request as the client sent it. */
	readonly body: JsonObject;
	readonly guess?: UsageGuess | undefined;
};

/**
 * An estimate of the usage. Many local servers report none, and without it some clients repeat
 * their request.
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
	/** Returns a sign of life, which the client ignores otherwise. */
	readonly keepAlive: () => string;
	readonly whole: () => JsonObject;
};

/** The protocol of a provider. */
export type Outbound = {
	readonly kind: ProviderKind;
	/** The model is in the path instead of the body. */
	readonly modelIsInPath?: true;
	/** Returns the path below the provider's base URL. */
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
	/** Missing ids are made from this. */
	readonly id: string;
	/** The most bytes that are kept of one answer. */
	readonly bytesMax: number;
};

export type StreamDecoder = {
	/** Reads one event of the stream. */
	readonly data: (data: string, name: string) => void;
	/** Reads consecutive events that hold only text; see `SseOptions`. */
	readonly skim?: (text: string, at: number) => number;
	/** Reads a whole answer. */
	readonly whole: (body: JsonObject) => void;
	/** Call this when the provider has closed the connection. */
	readonly end: () => void;
	/** Returns whether the model has finished and only its usage may follow. */
	readonly settling: () => boolean;
};

/** Watches a stream that is passed on unchanged, and knows how to end it if it breaks. */
export type Relay = {
	readonly data: (data: string, name: string) => RelayState;
	/** Returns the position after the events that are passed on without reading; see `SseOptions`. */
	readonly skim?: (text: string, at: number) => number;
	readonly fail: (failure: CallFailure) => string;
	/** Returns what the provider has left out at the end of a complete stream. */
	readonly goodbye: () => string;
	readonly keepAlive: () => string;
	/**
	 * Returns a repaired whole answer, if a client would fail on the original; otherwise undefined.
	 */
	readonly mendWhole?: (body: JsonObject) => JsonObject | undefined;
	/** Reads the usage of a whole answer. */
	readonly usage: (body: JsonObject) => NeutralEvent | null;
};

export type RelayState = {
	/** `waiting`: nothing was passed on that would prevent another provider from taking over. */
	readonly status: 'waiting' | 'running' | 'settling' | 'ended';
	readonly event?: NeutralEvent | null;
	/** Sent instead of the event, if a client would fail on the original. */
	readonly mended?: readonly string[] | undefined;
	/** Set if the answer can't be passed on any further. The client has to be told. */
	readonly refused?: CallFailure | undefined;
};
