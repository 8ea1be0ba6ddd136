import type {JsonObject} from '../../events/json.ts';

/** A tool as the request offers it to the model. A call's arguments are checked by it. */
export type OfferedTool = {
	readonly name: string;
	/** A custom tool takes free text and has no parameters. */
	readonly form: 'function' | 'custom';
	readonly parameters?: JsonObject | undefined;
};

/** A part of the model's text: plain text, or an attempt at a call, in their order. */
export type ReadPart =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'attempt'; readonly attempt: Attempt};

/** Text that is visibly meant as a tool call, exactly as written. Nothing is repaired yet. */
export type Attempt = {
	/** The id of the notation, as in the table of formats. */
	readonly format: string;
	/** The tool's name as the model wrote it; null if the notation needs a name and there is none. */
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	/**
	 * False if the stream or the length limit has cut the text off. Such a call is never completed.
	 */
	readonly isWhole: boolean;
	/**
	 * The text may also be an example of a call. The model is then asked, and this call never runs.
	 */
	readonly isUnclear?: boolean;
	/** The model's exact text, for the card and for the error message to the model. */
	readonly raw: string;
};

export type WrittenArguments =
	/** JSON or something close to it: an object, array, string or Python literal. */
	| {readonly type: 'json'; readonly text: string}
	/** Pairs of name and text, such as XML parameters. The tool's schema gives them types later. */
	| {readonly type: 'fields'; readonly fields: readonly WrittenField[]}
	/** The whole content of a block such as `<bash>`, whose name tells or implies the tool. */
	| {readonly type: 'body'; readonly text: string};

export type WrittenField = {
	readonly name: string;
	readonly text: string;
	/**
	 * Set if the notation says what the text is: a string (DSML `string="true"`) or JSON. A `program`
	 * has no value until it is run, so it must never be used as text.
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
			/** A code for the kind of repair, for the watchdog: `double-wrapped`, `dsml-alias`, … */
			readonly code?: string;
	  }
	| {
			readonly type: 'unreadable';
			readonly name: string | null;
			/** The problem, in words that tell the model what to do. */
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
	/** The text may be an example of a call, because of where it stands or what follows it. */
	| 'unclear'
	| 'bad-arguments'
	| 'empty'
	| 'suspicious';
