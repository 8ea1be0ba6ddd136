import type {JsonObject} from '../../events/json.ts';

/** A tool as it was offered to the model: what its arguments are read against. */
export type OfferedTool = {
	readonly name: string;
	/** A custom tool takes free text; its parameters are not there. */
	readonly form: 'function' | 'custom';
	readonly parameters?: JsonObject | undefined;
};

/** What a reader found in a model's text, in order. */
export type ReadPart =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'attempt'; readonly attempt: Attempt};

/** A visible try at a tool call, as it was written; nothing of it is mended yet. */
export type Attempt = {
	/** The id of the format in the table of formats. */
	readonly format: string;
	/** As written; null where the format needs a name and none stands there. */
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	/** False when the stream or the length limit cut it off: such a call is never completed. */
	readonly isWhole: boolean;
	/** It may as well be shown as meant: to be asked about, never to be run. */
	readonly isUnclear?: boolean;
	/** Exactly what the model wrote, for the card and for the error that goes back. */
	readonly raw: string;
};

export type WrittenArguments =
	/** JSON, or something that wants to be: object, array, string, Python literal. */
	| {readonly type: 'json'; readonly text: string}
	/** Name and text pairs, as in XML parameters; typed against the offered schema later. */
	| {readonly type: 'fields'; readonly fields: readonly WrittenField[]}
	/** The one body of a block such as `<bash>`, for the tool that it names or implies. */
	| {readonly type: 'body'; readonly text: string};

export type WrittenField = {
	readonly name: string;
	readonly text: string;
	/**
	 * The format says that this is a string (DSML `string="true"`), or that it is JSON. A `program`
	 * would have to be run to have a value: it is none, and must never be taken for a text.
	 */
	readonly written?: 'string' | 'json' | 'program' | undefined;
};

/** What an attempt comes to. */
export type Mended =
	| {
			readonly type: 'call';
			readonly name: string;
			readonly arguments: JsonObject;
			/** What was changed so that it could be read, for the card; empty when it was well-formed. */
			readonly changes: readonly string[];
			/** What kind of change it was, for the watchdog: `double-wrapped`, `dsml-alias`, … */
			readonly code?: string;
	  }
	| {
			readonly type: 'unreadable';
			readonly name: string | null;
			/** In words that the model can act on. */
			readonly why: string;
			readonly code: UnreadableCode;
	  }
	/** The model asks for more rights in words of its own format: a question to the user. */
	| {
			readonly type: 'escalation';
			readonly command: string | null;
			readonly reason: string | null;
	  };

export type UnreadableCode =
	| 'cut-off'
	| 'unknown-tool'
	| 'unknown-format'
	| 'bare-brace'
	| 'bash-empty'
	| 'explore-agent'
	| 'ambiguous'
	/** It may be an example, or the end of it is not the end of what the model says. */
	| 'unclear'
	| 'bad-arguments'
	| 'empty'
	| 'suspicious';
