import {assertNever} from '../../events/assert-never.ts';
import type {ProxyCommand, ProxyCommandAnswer} from '../../events/control.ts';
import type {Settings} from '../../events/settings.ts';
import type {Keys} from './keys.ts';
import type {Lessons} from './lessons.ts';
import type {Provider} from './provider.ts';
import {type RouteTarget, resolveRoute} from './resolve.ts';
import {isSame, type RouteHealth} from './route-health.ts';

/**
 * Carries out a command of the watchdog or the user. It has taken effect when the function returns.
 */
export type Control = (command: ProxyCommand) => ProxyCommandAnswer;

type Parts = {
	readonly settings: Settings;
	readonly providers: readonly Provider[];
	readonly routeHealth: RouteHealth;
	readonly keys: Keys;
	readonly lessons: Lessons;
};

export function createControl(parts: Parts): Control {
	const {routeHealth, keys, lessons, providers} = parts;
	return command => {
		const {provider} = command.type === 'switch-route' ? command.to : command;
		if (provider !== undefined && !providers.some(({name}) => name === provider)) {
			return refused(`There is no provider “${provider}” here.`);
		}
		switch (command.type) {
			case 'clear-caps':
				return done(`Forgot ${lessons.clear(command)} lessons.`);
			case 'cool-down':
				routeHealth.coolDown(command, command.forMs);
				return done(`${nameOf(command)} is left out for ${command.forMs} ms.`);
			case 'switch-route':
				return switchRoute(parts, command);
			case 'raise-timeout': {
				const {type: _, provider: _provider, model: _model, ...limits} = command;
				routeHealth.raise(command, limits);
				return done(`The limits of ${nameOf(command)} are changed.`);
			}
			case 'reset-breaker':
				routeHealth.resetBreaker(command);
				return done(`${nameOf(command)} may be asked again.`);
			case 'refresh-keys':
				return done(`Forgot ${keys.forget(command.provider)} keys.`);
			default:
				return assertNever(command);
		}
	};
}

function switchRoute(
	{settings, providers, routeHealth}: Parts,
	{model, to, by = 'watchdog'}: Extract<ProxyCommand, {type: 'switch-route'}>,
): ProxyCommandAnswer {
	const provider = providers.find(({name}) => name === to.provider)!;
	const target: RouteTarget = {provider, model: to.model};
	const route = resolveRoute(model, {settings, providers});
	if (!route.ok) {
		return refused(route.failure.message);
	}
	const {targets} = route.value;
	const from = routeHealth.order(route.value)[0]?.provider.name ?? '';
	const isConsented =
		by === 'user' ||
		from === to.provider ||
		// The user has named this target under `routes`, so that switching to it is permitted.
		targets.some(each => isSame(each, target)) ||
		settings.proxy.consent.some(pair => pair.from === from && pair.to === to.provider);
	if (!isConsented) {
		return refused(
			`Nobody has agreed to a move from ${from} to ${to.provider}. Add {"from": "${from}", "to": "${to.provider}"} to proxy.consent, or write the route.`,
		);
	}
	routeHealth.switchRoute(route.value.model, target);
	return done(`“${route.value.model}” goes to ${to.provider}/${to.model} first.`);
}

function nameOf({provider, model}: {readonly provider: string; readonly model?: string}): string {
	return model === undefined ? provider : `${provider}/${model}`;
}

function done(what: string): ProxyCommandAnswer {
	return {ok: true, done: what};
}

function refused(message: string): ProxyCommandAnswer {
	return {ok: false, message};
}
