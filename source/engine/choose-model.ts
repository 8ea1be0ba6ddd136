import type {EngineIntent} from '../events/intent.ts';
import {didYouMean, nearest} from '../platform/nearest.ts';
import type {EngineParts} from './engine-parts.ts';

type Chosen = Extract<EngineIntent, {type: 'choose-model'}>;

/** The model stays as it is if there is none of that name: else only the next message would fail. */
export function chooseModel(
	{append, store, settings}: Pick<EngineParts, 'append' | 'store' | 'settings'>,
	{provider, model}: Chosen,
): void {
	const takesAny = settings.now().routes.some(route => route.model === '*');
	const name = provider === '' ? model : `${provider}/${model}`;
	const problem = takesAny ? null : whyUnknown(name, store.state().models);
	append(
		problem === null
			? {type: 'model.chosen', provider, model}
			: {type: 'notice.shown', level: 'warn', text: problem},
	);
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
		rest.length > 0 && !providers.has(provider) && nearest(provider, providers) === null;
	// The bare name of a model works as well, where a provider lists it.
	const isListed = models.includes(name) || listed.some(model => model.endsWith(`/${name}`));
	if (models.length === 0 || isListed || isOpen) {
		return null;
	}
	const near = didYouMean(name, models) || didYouMean(provider, providers);
	const also = providers.has(provider)
		? ` If ${provider} has it all the same, add it to its "models" in config.json.`
		: '';
	return `There is no model "${name}", so the model stays as it is.${near} /model lists them.${also}`;
}
