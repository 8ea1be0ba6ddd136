import type {Settings} from '../../events/settings.ts';
import {type CallFailure, type Checked, notFound} from '../failure.ts';
import {chooseDefault} from './detect.ts';
import type {Provider} from './provider.ts';

/** One place that may answer. An empty model: the provider is asked for its first one. */
export type Target = {readonly provider: Provider; readonly model: string};

/** Where a model's name leads. */
export type Route = {
	/** The name that was asked for, after `default` was looked up. */
	readonly model: string;
	readonly targets: readonly Target[];
	/** `score`: whichever does best at the moment comes first. */
	readonly by: 'order' | 'score';
	readonly autoContinue: boolean;
};

export type Choice = {readonly settings: Settings; readonly providers: readonly Provider[]};

/**
 * Who is to be asked for a model, in order: a route of the settings, `provider/model`, a model
 * that some provider lists, or `default`, which the settings may give another name to.
 */
export function resolveRoute(model: string, choice: Choice): Checked<Route> {
	const {settings, providers} = choice;
	const named = (name: string) => settings.routes.find(route => route.model === name);
	const wanted = isDefault(model) && !named('default') ? settings.model : model || 'default';
	const route = named(wanted);
	const names = route?.to ?? [wanted];
	const targets = names.map(name => targetOf(name, providers)).filter(target => target !== null);
	const {by = 'order', autoContinue = settings.proxy.autoContinue} = route ?? {};
	return targets.length > 0
		? {ok: true, value: {model: wanted, targets, by, autoContinue}}
		: {ok: false, failure: unknownModel(wanted, providers)};
}

/** What can be asked for; a model's bare name works as well, where a provider lists it. */
export function knownModels({
	settings,
	providers,
}: Choice): readonly {readonly id: string; readonly owner: string}[] {
	const names = new Map<string, string>([['default', chooseDefault(providers).name]]);
	for (const route of settings.routes) {
		names.set(route.model, 'route');
	}
	for (const {name, models} of providers) {
		for (const model of models) {
			names.set(`${name}/${model}`, name);
		}
	}
	return [...names].map(([id, owner]) => ({id, owner}));
}

function isDefault(name: string): boolean {
	return name === '' || name === 'default';
}

export function targetOf(name: string, providers: readonly Provider[]): Target | null {
	if (isDefault(name)) {
		const provider = chooseDefault(providers);
		return {provider, model: provider.defaultModel};
	}
	const slash = name.indexOf('/');
	const owner = providers.find(provider => slash > 0 && provider.name === name.slice(0, slash));
	if (owner) {
		return {provider: owner, model: name.slice(slash + 1)};
	}
	const listed = providers.find(provider => provider.models.includes(name));
	if (listed) {
		return {provider: listed, model: name};
	}
	const named = providers.find(provider => provider.name === name);
	if (named) {
		return {provider: named, model: named.defaultModel};
	}
	// A provider without a list may know the name: it says so itself if it does not.
	const open = [chooseDefault(providers), ...providers].find(({models}) => models.length === 0);
	return open ? {provider: open, model: name} : null;
}

const namesShownMax = 12;

function unknownModel(model: string, providers: readonly Provider[]): CallFailure {
	const names = providers.flatMap(({name, models}) => models.map(each => `${name}/${each}`));
	const shown = ['default', ...names].slice(0, namesShownMax).join(', ');
	return notFound(
		`No provider here offers the model “${model}”. On offer: ${shown}.`,
		'model_not_found',
		'model',
	);
}
