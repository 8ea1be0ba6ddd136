import {createHmac} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import type {JsonObject} from '../../events/json.ts';
import {chooseDefault} from '../route/detect.ts';
import {defaultRoute, resolveRoute} from '../route/resolve.ts';
import {version} from '../version.ts';
import type {ProxyContext} from './proxy-context.ts';

const nonceLengthMax = 128;

/**
 * Answers health checks. Without the token, a client learns only that the proxy runs, and gets a
 * proof that it is this proxy. A supervisor checks the proof before it trusts whoever has the port,
 * and before it sends its token. `start_nonce` differs between two processes of the same proxy.
 */
export function health({
	proxyContext,
	request,
	query,
}: {
	proxyContext: ProxyContext;
	request: IncomingMessage;
	query: string;
}): JsonObject {
	const nonce = new URLSearchParams(query).get('nonce')?.slice(0, nonceLengthMax) ?? null;
	const proof =
		nonce === null ? null : createHmac('sha256', proxyContext.token).update(nonce).digest('hex');
	const open = {
		status: proxyContext.closing ? 'closing' : 'ok',
		nonce,
		proof,
		start_nonce: proxyContext.nonce,
	};
	if (!proxyContext.guard.knowsToken(request)) {
		return open;
	}
	return {
		...open,
		...defaultNames(proxyContext),
		version,
		pid: process.pid,
		uptime_s: uptimeOf(proxyContext),
		memory_mb: memoryMb(),
		requests_total: proxyContext.requestsTotal,
		streams_open: proxyContext.open.count(),
		providers: proxyContext.providers.map(({name, kind}) => ({name, kind})),
		notes: proxyContext.notes,
	};
}

/** Returns the provider and model for requests that name no model. */
export function defaultNames({settings, providers}: Pick<ProxyContext, 'settings' | 'providers'>): {
	readonly provider: string;
	readonly model: string;
	/**
	 * The route that leads to this model; null if none does. If clients ask for it by this name, a
	 * failing model is replaced by the next one of the route.
	 */
	readonly route: string | null;
} {
	const route = resolveRoute('default', {settings, providers});
	const target = route.ok ? route.value.targets[0] : undefined;
	const provider = target?.provider ?? chooseDefault(providers);
	return {
		provider: provider.name,
		model: target?.model ?? provider.defaultModel,
		route: defaultRoute({settings, providers}),
	};
}

export function monitoring(proxyContext: ProxyContext): JsonObject {
	const {routeHealth, callCounts, lessons} = proxyContext;
	const switched = [...routeHealth.switched()].map(([model, {provider, model: to}]) => ({
		model,
		to: `${provider.name}/${to}`,
	}));
	return {
		uptime_s: uptimeOf(proxyContext),
		memory_mb: memoryMb(),
		requests_total: proxyContext.requestsTotal,
		streams_open: proxyContext.open.count(),
		...callCounts.report(routeHealth),
		lessons: lessons.rows().map(({provider, model, lesson, learnedAt}) => ({
			provider,
			model,
			lesson,
			learned_at: learnedAt,
		})),
		switched,
		limits: Object.fromEntries(routeHealth.raised()),
	};
}

function uptimeOf({clock, startedAt}: ProxyContext): number {
	return Math.floor((clock.elapsed() - startedAt) / 1000);
}

function memoryMb(): number {
	return Math.round(process.memoryUsage.rss() / 1_048_576);
}
