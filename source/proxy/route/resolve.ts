import type {Settings} from '../../events/settings.ts';
import {type CallFailure, type Checked, notFound} from '../failure.ts';
import {chooseDefault} from './detect.ts';
import type {Provider} from './provider.ts';

/** A provider and a model to ask. If the model is empty, the provider's first one is used. */
export type RouteTarget = {readonly provider: Provider; readonly model: string};

/** The targets for a model name. */
export type ResolvedRoute = {
	/** The name that was asked for, after `default` was replaced. */
	readonly model: string;
	/**
	 * Whether the name is an entry under `routes` in the settings, not just a model of one provider.
	 */
	readonly isRouted: boolean;
	readonly targets: readonly RouteTarget[];
	/** `score`: the target that performs best at the moment comes first. */
	readonly by: 'order' | 'score';
	readonly autoContinue: boolean;
};

export type RouteSources = {readonly settings: Settings; readonly providers: readonly Provider[]};

/** The name of a route that takes every model name which nothing else matches. */
const anyName = '*';

/**
 * Finds the targets for a model name. In this order: a route of the settings, `provider/model`, a
 * model that a provider lists, or `default`, for which the settings may name another model. A route
 * `*` takes all other names, including `default` and the built-in names of clients.
 */
export function resolveRoute(model: string, choice: RouteSources): Checked<ResolvedRoute> {
	const {settings, providers} = choice;
	const named = (name: string) => settings.routes.find(route => route.model === name);
	const wanted = isDefault(model) && !named('default') ? settings.model : model || 'default';
	const route = named(wanted) ?? (isKnown(wanted, providers) ? undefined : named(anyName));
	const names = route?.to ?? [wanted];
	const targets = names.map(name => targetOf(name, providers)).filter(target => target !== null);
	const {by = 'order', autoContinue = settings.proxy.autoContinue} = route ?? {};
	return targets.length > 0
		? {ok: true, value: {model: wanted, isRouted: route !== undefined, targets, by, autoContinue}}
		: {ok: false, failure: unknownModel(wanted, providers)};
}

/** The model names to show in a list. A bare name also works if a provider lists that model. */
export function knownModels({
	settings,
	providers,
}: RouteSources): readonly {readonly id: string; readonly owner: string}[] {
	const names = new Map<string, string>([['default', chooseDefault(providers).name]]);
	for (const route of settings.routes.filter(({model}) => model !== anyName)) {
		names.set(route.model, 'route');
	}
	for (const {name, models} of providers) {
		for (const model of models) {
			names.set(`${name}/${model}`, name);
		}
	}
	return [...names].map(([id, owner]) => ({id, owner}));
}

/**
 * Whether the settings of the providers may mean this name. A provider without a list of models may
 * know any name.
 */
function isKnown(name: string, providers: readonly Provider[]): boolean {
	const owner = name.slice(0, Math.max(0, name.indexOf('/')));
	return providers.some(
		provider => provider.name === name || provider.name === owner || provider.models.includes(name),
	);
}

/** Returns the model name that leads to the route of `default`, or null if there is none. */
export function defaultRoute({settings, providers}: RouteSources): string | null {
	const route = resolveRoute('default', {settings, providers});
	const isRouted = route.ok && route.value.isRouted;
	return isRouted ? route.value.model : null;
}

function isDefault(name: string): boolean {
	return name === '' || name === 'default';
}

export function targetOf(name: string, providers: readonly Provider[]): RouteTarget | null {
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
	// A provider without a list may know this model. If it does not, it says so.
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
