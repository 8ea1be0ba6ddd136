import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

export type Usage = {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cachedTokens?: number;
	readonly reasoningTokens?: number;
};

export type Finish = 'stop' | 'calls' | 'length' | 'refused' | 'interrupted' | 'failed';

/**
 * A repair note begins with these words if the model only announced a call in its text and the
 * proxy made the call from that announcement.
 */
export const inferredWords = "inferred from the model's words";

export function isInferred(mended: string | undefined): boolean {
	return mended?.startsWith(inferredWords) === true;
}

/** One piece of a model's answer, in the order in which it arrived. */
export type Part =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'reasoning'; readonly text: string}
	| {
			readonly type: 'call';
			readonly id: string;
			readonly name: string;
			readonly arguments: string;
			/** What the proxy repaired in a malformed call, as a note for the card. */
			readonly mended?: string;
			/** Why the call can't run. It ends as failed, and the model gets this text. */
			readonly broken?: string;
	  }
	| {readonly type: 'usage'; readonly usage: Usage}
	| {readonly type: 'end'; readonly finish: Finish}
	| {readonly type: 'failure'; readonly failure: Failure};

/** One item of the conversation as the model gets it. */
export type InputItem =
	| {readonly type: 'user'; readonly text: string; readonly images?: readonly SentImage[]}
	| {readonly type: 'assistant'; readonly text: string}
	| {
			readonly type: 'call';
			readonly id: string;
			readonly name: string;
			readonly arguments: string;
	  }
	| {
			readonly type: 'result';
			readonly id: string;
			readonly output: string;
			readonly images?: readonly SentImage[];
	  };

/** An image that the session keeps under `name`; `url` contains it only in a request. */
export type SentImage = {readonly name: string; readonly url?: string};

export type ToolDescription = {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
};
