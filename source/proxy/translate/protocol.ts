import type {JsonObject} from '../../events/json.ts';
import type {ProviderKind} from '../../events/settings.ts';
import type {CallFailure, Checked} from '../failure.ts';
import type {Emit, NeutralEvent, NeutralRequest} from '../neutral.ts';
import type {Relayed} from './nameless-tools.ts';
import type {ToolNames} from './tool-names.ts';

/** The protocol of a client: its requests read, and answers written for it. */
export type Inbound = {
	readonly kind: 'responses' | 'chat' | 'anthropic' | 'gemini';
	readonly parse: (body: JsonObject) => Checked<NeutralRequest>;
	readonly encoder: (frame: ReplyFrame) => Encoder;
	/** When the client sees a call: with its beginning, which nobody can take back, or once it is whole. */
	readonly callsShown: 'begun' | 'whole';
	/** The providers that speak this protocol themselves. */
	readonly sameKind: ProviderKind;
	readonly relay: (options: RelayOptions) => Relay;
	/** What of a request such a provider would refuse is left out of it. */
	readonly relayBody: (body: JsonObject) => Relayed;
	/** A failure as the body of an answer. */
	readonly errorBody: (failure: CallFailure) => JsonObject;
	/** How a client asks how long its request is; unset where the protocol can't. */
	readonly counting?: Counting | undefined;
};

export type Counting = {
	/** At a provider of the same protocol, below its base URL. */
	readonly path: (model: string) => string;
	/** The request that is meant. */
	readonly request: (body: JsonObject) => JsonObject;
	readonly answer: (tokens: number) => JsonObject;
};

/** The provider as a person knows it, and what is known of the answer. */
export type RelayOptions = {
	readonly provider: string;
	readonly frame: ReplyFrame;
	readonly bytesMax: number;
};

/** What an answer carries besides the model's words. */
export type ReplyFrame = {
	/** No other reply has it: the ids of the reply and of its items are made from it. */
	readonly id: string;
	readonly createdAtSeconds: number;
	/** The model that answers, by its own name. */
	readonly model: string;
	/** The request as the client wrote it. */
	readonly body: JsonObject;
	readonly guess?: UsageGuess | undefined;
};

/** Many local servers report no usage, and clients that wait for figures go round in circles. */
export type UsageGuess = {
	readonly inputTokens: () => number;
	/** Our own engine is told nothing that is not known. */
	readonly isTold: boolean;
};

/** Neutral events as the text of a client's stream, and as one object at the end. */
export type Encoder = {
	readonly begin: () => string;
	readonly event: (event: NeutralEvent) => string;
	/** Something that the client counts as a sign of life and otherwise ignores. */
	readonly keepAlive: () => string;
	readonly whole: () => JsonObject;
};

/** The protocol of a provider. */
export type Outbound = {
	readonly kind: ProviderKind;
	/** The model stands there, and not in the body. */
	readonly modelIsInPath?: true;
	/** Below the provider's base URL. */
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
	/** The provider as a person knows it, for failures. */
	readonly provider: string;
	/** What ids that the provider left out are made from. */
	readonly id: string;
	/** Of what is held of one answer. */
	readonly bytesMax: number;
};

export type StreamDecoder = {
	/** One event of the stream. */
	readonly data: (data: string, name: string) => void;
	/** The whole answer, where no stream came. */
	readonly whole: (body: JsonObject) => void;
	/** The provider has closed its side. */
	readonly end: () => void;
	/** The model has finished; only its usage may still come. */
	readonly settling: () => boolean;
};

/** Watches a stream that is handed on as it is, and knows how to end it when it breaks. */
export type Relay = {
	readonly data: (data: string, name: string) => RelayState;
	readonly fail: (failure: CallFailure) => string;
	/** What the provider left out at the end of a stream that is complete. */
	readonly goodbye: () => string;
	readonly keepAlive: () => string;
	/** An answer that came whole, where a client would trip over it as it is. */
	readonly mendWhole?: (body: JsonObject) => JsonObject | undefined;
	/** Reads the usage out of an answer that came whole. */
	readonly usage: (body: JsonObject) => NeutralEvent | null;
};

export type RelayState = {
	/** `waiting`: nothing yet that another provider could not still take back. */
	readonly status: 'waiting' | 'running' | 'settling' | 'ended';
	readonly event?: NeutralEvent | null;
	/** In place of the event as it came, where a client would trip over that. */
	readonly mended?: readonly string[] | undefined;
	/** The answer can't be handed on any further, and the client is still to be told. */
	readonly refused?: CallFailure | undefined;
};
