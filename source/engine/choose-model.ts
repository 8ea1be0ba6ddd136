import type {EngineIntent} from '../events/intent.ts';
import {didYouMean, nearest} from '../platform/nearest.ts';
import type {EngineParts} from './engine-parts.ts';

type Chosen = Extract<EngineIntent, {type: 'choose-model'}>;

type Parts = Pick<EngineParts, 'append' | 'store' | 'settings'>;

/**
 * Chooses a model. If there is none of that name, the old one stays; otherwise the next message
 * would fail.
 */
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

/**
 * The model was chosen before any models were listed. Once they are, warns if it is not among them.
 */
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
 * Returns why the model is unknown; null if it may exist. A provider need not list its models, so
 * for one without a list any name is accepted. Any name is also accepted until the proxy has listed
 * the first model.
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
	// A model's name without its provider also works if a provider lists that model.
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

/**
 * Whether a model can have this name at all. `../x`, or a name with a second word, can't be one.
 */
function isNameable(name: string): boolean {
	return /^[\p{L}\p{N}][^\s\p{C}]*$/u.test(name);
}
