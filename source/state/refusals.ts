import type {ToolCall} from './state.ts';

/** Tells the model that a call was refused, in words that keep it from trying again. */
export function deniedText({answer, scope, host}: ToolCall, reason: string | undefined): string {
	const because = reason === undefined ? '.' : `: ${reason.replace(/\.$/, '')}.`;
	const by = answer?.by ?? 'engine';
	const words = wordsBy[by] ?? byUser;
	return JSON.stringify({
		success: false,
		error: {kind: 'denied', message: words(because), scope, host, by},
	});
}

const again = 'Do not try the same call again, nor in another form';

const byUser = (because: string) =>
	`The user did not allow this call${because} ${again}; ask the user or find another way.`;

const wordsBy: Readonly<Record<string, (because: string) => string>> = {
	rule: because => `A rule does not allow this call${because} ${again}; find another way.`,
	timeout: () =>
		`Nobody answered the question about this call in time. ${again}; say what you wanted to do and why.`,
	headless: because =>
		`This call was not allowed${because} ${again}; go on without it, and say at the end what was missing.`,
};
