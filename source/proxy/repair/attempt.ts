import type {JsonObject} from '../../events/json.ts';

/** A tool as the request offers it to the model. Arguments are checked against it. */
export type OfferedTool = {
	readonly name: string;
	/** A custom tool takes free text and has no parameters. */
	readonly form: 'function' | 'custom';
	readonly parameters?: JsonObject | undefined;
};

/** What the reader found in the model's text, in order. */
export type ReadPart =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'attempt'; readonly attempt: Attempt};

/** Text that is visibly meant as a tool call, exactly as written; nothing is repaired yet. */
export type Attempt = {
	/** The id of the format in the table of formats. */
	readonly format: string;
	/** As the model wrote it; null if the format needs a name and none is there. */
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	/** False if the stream or the length limit cut it off. Such a call is never completed. */
	readonly isWhole: boolean;
	/**
	 * The text may also be an example of a call. Then the model is asked, and the call never runs.
	 */
	readonly isUnclear?: boolean;
	/** Exactly what the model wrote, for the card and for the error message to the model. */
	readonly raw: string;
};

export type WrittenArguments =
	/** JSON or something close to it: an object, array, string or Python literal. */
	| {readonly type: 'json'; readonly text: string}
	/** Pairs of name and text, such as XML parameters. The tool's schema gives them types later. */
	| {readonly type: 'fields'; readonly fields: readonly WrittenField[]}
	/** The only content of a block such as `<bash>`. The block's name tells or implies the tool. */
	| {readonly type: 'body'; readonly text: string};

export type WrittenField = {
	readonly name: string;
	readonly text: string;
	/**
	 * Set if the format says what the text is: a string (DSML `string="true"`) or JSON. A `program`
	 * has a value only when it is run, so it must never be used as text.
	 */
	readonly written?: 'string' | 'json' | 'program' | undefined;
};

/** The result of reading an attempt. */
export type Mended =
	| {
			readonly type: 'call';
			readonly name: string;
			readonly arguments: JsonObject;
			/** What was repaired, in words for the card; empty if nothing was. */
			readonly changes: readonly string[];
			/** The kind of repair, for the watchdog: `double-wrapped`, `dsml-alias`, … */
			readonly code?: string;
	  }
	| {
			readonly type: 'unreadable';
			readonly name: string | null;
			/** In words that tell the model what to do. */
			readonly why: string;
			readonly code: UnreadableCode;
	  }
	/** The model asks for more permissions in a notation of its own, so the user is asked. */
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
	/** The text may be an example of a call, or the model goes on speaking after it. */
	| 'unclear'
	| 'bad-arguments'
	| 'empty'
	| 'suspicious';
