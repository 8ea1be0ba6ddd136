import type {Json} from '../../events/json.ts';
import type {ToolCaller, WantedCall} from './tool-caller.ts';

/**
 * One thing that the practice model understands. The first rule that matches and returns a plan
 * counts.
 */
export type PracticeRule = {
	readonly name: string;
	/** What a person may write. The help shows it, and a test checks that the pattern matches it. */
	readonly examples: readonly string[];
	readonly pattern: RegExp;
	readonly plan: (found: RegExpExecArray, view: RuleContext) => Plan | null;
};

export type RuleContext = {
	readonly toolCaller: ToolCaller;
	/** The id of the terminal that still runs; null if none does. */
	readonly session: Json | null;
	/** Returns a list of what a person can ask in this conversation. */
	readonly help: () => string;
};

/** What the model says, and the call that may follow. */
export type Plan = {
	readonly say: string;
	readonly call?: WantedCall | null;
	/** The pause between two words. If absent, the usual pace applies. */
	readonly paceMs?: number;
	/** The text already says that the practice model is speaking. */
	readonly introduced?: boolean;
};

export const introduction =
	'I am the practice model built into agent-tui: a set of rules, not a language model. Set `OPENAI_API_KEY` or add a provider to `config.json` to use a real one.';

/**
 * Returns a plan with a sentence and a call. If there is no tool for the call, it says so instead.
 */
export function act(say: string, call: WantedCall | null): Plan {
	return call
		? {say, call}
		: {say: `${say} But no tool for that is offered in this conversation, so I can't.`};
}

/** Returns the text without the quotes or backticks around it. */
export function unwrapped(text: string): string {
	const trimmed = text.trim();
	const found = /^([`"'“‘])([\s\S]+)([`"'”’])$/.exec(trimmed);
	return found ? found[2]! : trimmed;
}

/** Returns the text as code within a sentence. */
export function ticked(text: string): string {
	const line = text.split('\n')[0]!.trim();
	return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``;
}
