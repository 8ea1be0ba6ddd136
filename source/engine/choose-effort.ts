import type {Effort} from '../events/effort.ts';
import type {EngineParts} from './engine-parts.ts';

/**
 * Sets the reasoning effort. A choice that has no effect for the model is refused; otherwise the
 * status line would show it as if it had one.
 */
export function chooseEffort(
	{append, store, settings}: Pick<EngineParts, 'append' | 'store' | 'settings'>,
	effort: Effort,
): void {
	const {provider} = store.state().session;
	const kind =
		settings.now().providers.find(({name}) => name === provider)?.kind ??
		(provider === 'practice' ? 'practice' : null);
	const reason = kind === null ? null : without[kind];
	if (reason && effort !== 'default') {
		append({type: 'notice.shown', level: 'warn', text: `${reason} The effort stays as it is.`});
	} else {
		append({type: 'effort.chosen', effort});
	}
}

const without: Readonly<Record<string, string>> = {
	practice: 'The practice model does not think: it is a set of rules.',
	anthropic: 'What is asked of this provider has no word for effort.',
};
