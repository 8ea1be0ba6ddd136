import type {Json} from '../../events/json.ts';
import type {ToolCaller, WantedCall} from './tool-caller.ts';

/** One thing that the practice model understands. The first rule that matches and has a plan wins. */
export type PracticeRule = {
	readonly name: string;
	/** What a person may say: shown as help, and checked against the pattern by a test. */
	readonly examples: readonly string[];
	readonly pattern: RegExp;
	readonly plan: (found: RegExpExecArray, view: RuleContext) => Plan | null;
};

export type RuleContext = {
	readonly toolCaller: ToolCaller;
	/** The terminal session that still runs. */
	readonly session: Json | null;
	/** What can be asked in this conversation, as lines of a list. */
	readonly help: () => string;
};

/** What is said, and then perhaps one call. */
export type Plan = {
	readonly say: string;
	readonly call?: WantedCall | null;
	/** Between two words; the usual pace where it is left out. */
	readonly paceMs?: number;
	/** The answer says already who is speaking. */
	readonly introduced?: boolean;
};

export const introduction =
	'I am the practice model built into agent-tui: a set of rules, not a language model. Set `OPENAI_API_KEY` or add a provider to `config.json` to use a real one.';

/** A call with a sentence before it, or why it can't be made. */
export function act(say: string, call: WantedCall | null): Plan {
	return call
		? {say, call}
		: {say: `${say} But no tool for that is offered in this conversation, so I can't.`};
}

/** Text as it was meant: without the quotes or ticks around it. */
export function unwrapped(text: string): string {
	const trimmed = text.trim();
	const found = /^([`"'“‘])([\s\S]+)([`"'”’])$/.exec(trimmed);
	return found ? found[2]! : trimmed;
}

/** Code inside a sentence. */
export function ticked(text: string): string {
	const line = text.split('\n')[0]!.trim();
	return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
