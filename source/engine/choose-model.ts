import type {EngineIntent} from '../events/intent.ts';
import {didYouMean, nearest} from '../platform/nearest.ts';
import type {EngineParts} from './engine-parts.ts';

type Chosen = Extract<EngineIntent, {type: 'choose-model'}>;

type Parts = Pick<EngineParts, 'append' | 'store' | 'settings'>;

/** The model stays as it is if there is none of that name: else only the next message would fail. */
export function chooseModel(parts: Parts, chosen: Chosen): void {
	const {append, store} = parts;
	const {provider, model} = chosen;
	const problem = problemOf(parts, chosen, store.state().models);
	if (problem !== null) {
		warn(parts, `${problem} The model stays as it is.`);
		return;
	}
	append({type: 'model.chosen', provider, model});
	if (store.state().models.length === 0) {
		warnOnceListed(parts, chosen);
	}
}

/** Nothing was listed yet when it was chosen, so it may turn out that there is no such model. */
function warnOnceListed(parts: Parts, chosen: Chosen): void {
	const stop = parts.store.onEvent(event => {
		if (event.type !== 'models.listed') {
			return;
		}
		stop();
		const {provider, model} = parts.store.state().session;
		const problem = problemOf(parts, chosen, event.models);
		if (problem !== null && provider === chosen.provider && model === chosen.model) {
			warn(parts, problem);
		}
	});
}

function problemOf(
	{settings}: Parts,
	{provider, model}: Chosen,
	models: readonly string[],
): string | null {
	const takesAny = settings.now().routes.some(route => route.model === '*');
	const name = provider === '' ? model : `${provider}/${model}`;
	return takesAny ? null : whyUnknown(name, models);
}

function warn({append}: Parts, text: string): void {
	append({type: 'notice.shown', level: 'warn', text});
}

/**
 * A provider need not list its models, so any name of one without a list is taken. Before the
 * proxy has listed anything, every name is.
 */
export function whyUnknown(name: string, models: readonly string[]): string | null {
	const [provider = '', ...rest] = name.split('/');
	const listed = models.filter(model => model.includes('/'));
	const providers = new Set(listed.map(model => model.split('/')[0]!));
	const isOpen =
		isNameable(name) &&
		rest.length > 0 &&
		!providers.has(provider) &&
		nearest(provider, providers) === null;
	// The bare name of a model works as well, where a provider lists it.
	const isListed = models.includes(name) || listed.some(model => model.endsWith(`/${name}`));
	if (models.length === 0 || isListed || isOpen) {
		return null;
	}
	const near = didYouMean(name, models) || didYouMean(provider, providers);
	const also = providers.has(provider)
		? ` If ${provider} has it all the same, add it to its "models" in config.json.`
		: '';
	return `There is no model "${name}".${near} /model lists them.${also}`;
}

/** What no provider is called, such as `../x`, or a model with a second word behind it. */
function isNameable(name: string): boolean {
	return /^[\p{L}\p{N}][^\s\p{C}]*$/u.test(name);
}
