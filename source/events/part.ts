import type {Failure} from './failure.ts';
import type {JsonObject} from './json.ts';

export type Usage = {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cachedTokens?: number;
	readonly reasoningTokens?: number;
};

export type Finish = 'stop' | 'calls' | 'length' | 'refused' | 'interrupted' | 'failed';

/** One piece of a model's answer, in the order in which it arrived. */
export type Part =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'reasoning'; readonly text: string}
	| {
			readonly type: 'call';
			readonly id: string;
			readonly name: string;
			readonly arguments: string;
			/** What the proxy mended in a malformed call, in words for the card. */
			readonly mended?: string;
			/** Why it can't be run; it ends failed, and the model is told this. */
			readonly broken?: string;
	  }
	| {readonly type: 'usage'; readonly usage: Usage}
	| {readonly type: 'end'; readonly finish: Finish}
	| {readonly type: 'failure'; readonly failure: Failure};

/** One entry of the conversation as the model is given it. */
export type InputItem =
	| {readonly type: 'user'; readonly text: string}
	| {readonly type: 'assistant'; readonly text: string}
	| {
			readonly type: 'call';
			readonly id: string;
			readonly name: string;
			readonly arguments: string;
	  }
	| {readonly type: 'result'; readonly id: string; readonly output: string};

export type ToolDescription = {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
};
