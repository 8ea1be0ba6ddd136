import type {Incident, WatchView} from '../../events/incident.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Meter} from '../../events/meter.ts';
import {actionWords, statusWords, tierWords} from '../../state/incident-words.ts';

/** The state of proxy and provider as facts, for a diagnosis and for the model's own tool. */
export function meterFacts({proxy, provider}: Meter): JsonObject {
	return {
		healthy: proxy.healthy,
		memory_mb: proxy.memoryMb,
		uptime_ms: proxy.uptimeMs,
		restarts: proxy.restarts,
		requests: provider.requests,
		failures: provider.failures,
		retries: provider.retries,
		first_byte_ms: provider.firstByteMs.at(-1) ?? null,
		tokens_per_second: Math.round(provider.tokensPerSecond.at(-1) ?? 0),
	};
}

const incidentsMax = 20;

/** The watchdog's knowledge as JSON, the newest incident first. */
export function monitoringReport(
	{incidents, patterns, diagnoses}: WatchView,
	{meter, isOn}: {meter: Meter; isOn: boolean},
): JsonObject {
	return {
		watching: isOn,
		proxy: meterFacts(meter),
		incidents: incidents.slice(-incidentsMax).toReversed().map(incidentFacts),
		incidents_total: incidents.length,
		known_patterns: patterns,
		diagnoses_this_month: diagnoses.thisMonth,
		diagnoses_cost_usd: diagnoses.costUsd,
	};
}

function incidentFacts({
	id,
	fault,
	name,
	at,
	evidence,
	tier,
	why,
	action,
	status,
	after,
}: Incident): JsonObject {
	const {signal, count, provider, model, code} = evidence;
	return {
		id,
		fault,
		name,
		at: new Date(at).toISOString(),
		signal,
		count,
		...(provider !== undefined && {provider}),
		...(model !== undefined && {model}),
		...(code !== undefined && {code}),
		decided_by: tierWords[tier],
		why,
		action: actionWords(action),
		...(action.type === 'alert' && {advice: action.text}),
		status: statusWords(status),
		...(after !== undefined && {after}),
	};
}
