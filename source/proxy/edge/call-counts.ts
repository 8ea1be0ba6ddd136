import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import type {Prices, Settings} from '../../events/settings.ts';
import type {Signal} from '../../events/signal.ts';
import type {BoardRow, RouteHealth} from '../route/route-health.ts';

/** Counts calls by provider and by route, from the signals that are also sent to the supervisor. */
export type CallCounts = {
	readonly note: (signal: Signal) => void;
	readonly report: (routeHealth: RouteHealth) => JsonObject;
};

const rowsMax = 200;
const droppedMax = 100;

export function createCallCounts(settings: Settings): CallCounts {
	const targets = new Map<string, Row>();
	const routes = new Map<string, Row>();
	const total = newRow({});
	const dropped: JsonObject[] = [];
	return {
		note(signal) {
			if (signal.kind === 'tool.dropped' && dropped.length < droppedMax) {
				dropped.push({provider: signal.provider, what: signal.note, at: signal.at});
			}
			const {provider = '', model = '', route} = signal;
			const priceOf = settings.providers.find(({name}) => name === provider)?.prices?.[model];
			count(total, signal, priceOf);
			// A signal about a provider as a whole belongs to no model's row.
			if (provider !== '' && model !== '') {
				count(rowIn(targets, `${provider}/${model}`, {provider, model}), signal, priceOf);
			}
			if (route !== undefined) {
				count(rowIn(routes, route, {route}), signal, priceOf);
			}
		},
		report(routeHealth) {
			const known = new Map(routeHealth.rows().map(row => [`${row.provider}/${row.model}`, row]));
			const rows = [...targets].map(([key, row]) => ({
				...rowObject(row),
				...boardObject(known.get(key)),
			}));
			return {
				totals: {...rowObject(total), open: openIn(total)},
				routes: rows,
				dropped,
				by_route: [...routes.values()].map(row => ({...rowObject(row), open: openIn(row)})),
			};
		},
	};
}

/** Returns the row for this key. Once there are `rowsMax` rows, all new keys share one row. */
function rowIn(rows: Map<string, Row>, key: string, names: JsonObject): Row {
	const known = rows.get(key);
	if (known) {
		return known;
	}
	const isFull = rows.size >= rowsMax;
	const row = (isFull && rows.get(others)) || newRow(isFull ? {route: others} : names);
	rows.set(isFull ? others : key, row);
	return row;
}

const others = '(others)';

type Row = {
	readonly names: JsonObject;
	calls: number;
	answered: number;
	failures: number;
	retries: number;
	reroutes: number;
	left: number;
	resumed: number;
	continued: number;
	mended: number;
	askedBack: number;
	inputTokens: number;
	outputTokens: number;
	cachedTokens: number;
	/**
	 * Estimated tokens of answers whose provider reported no usage. They are in no other count and
	 * have no price.
	 */
	estimatedTokens: number;
	/** Null if no price is known. */
	costUsd: number | null;
	readonly latency: Average;
	readonly firstByte: Average;
	readonly gap: Average;
	lastFailure: {readonly at: number; readonly code: string | number; readonly note: string} | null;
};

type Average = {last: number | null; most: number; total: number; count: number};

function newRow(names: JsonObject): Row {
	return {
		names,
		calls: 0,
		answered: 0,
		failures: 0,
		retries: 0,
		reroutes: 0,
		left: 0,
		resumed: 0,
		continued: 0,
		mended: 0,
		askedBack: 0,
		inputTokens: 0,
		outputTokens: 0,
		cachedTokens: 0,
		estimatedTokens: 0,
		costUsd: null,
		latency: newAverage(),
		firstByte: newAverage(),
		gap: newAverage(),
		lastFailure: null,
	};
}

function newAverage(): Average {
	return {last: null, most: 0, total: 0, count: 0};
}

function count(row: Row, signal: Signal, prices: Prices | undefined): void {
	const {kind, at, code = '', note = '', durationMs = 0} = signal;
	spend(row, signal, prices);
	switch (kind) {
		case 'request.started':
			row.calls += 1;
			break;
		case 'request.first-byte':
			add(row.firstByte, durationMs);
			break;
		case 'request.ended':
			row.answered += 1;
			add(row.latency, durationMs);
			add(row.gap, signal.gapMs ?? 0);
			break;
		case 'request.failed':
			row.failures += 1;
			row.lastFailure = {at, code, note};
			break;
		case 'request.retried':
			row.retries += 1;
			row.lastFailure = {at, code, note};
			break;
		default:
			countRest(row, kind);
	}
}

function countRest(row: Row, kind: Signal['kind']): void {
	switch (kind) {
		case 'request.rerouted':
			row.reroutes += 1;
			break;
		case 'client.left':
			row.left += 1;
			break;
		case 'stream.resumed':
			row.resumed += 1;
			break;
		case 'stream.continued':
			row.continued += 1;
			break;
		case 'call.mended':
			row.mended += 1;
			break;
		case 'call.asked-back':
			row.askedBack += 1;
			break;
		default:
	}
}

const tokensPerPrice = 1_000_000;

function spend(row: Row, signal: Signal, prices: Prices | undefined): void {
	const {inputTokens = 0, outputTokens = 0, cachedTokens = 0} = signal;
	if (signal.isEstimated) {
		row.estimatedTokens += inputTokens + outputTokens;
		return;
	}
	if (inputTokens === 0 && outputTokens === 0) {
		return;
	}
	row.inputTokens += inputTokens;
	row.outputTokens += outputTokens;
	row.cachedTokens += cachedTokens;
	if (prices) {
		row.costUsd = (row.costUsd ?? 0) + costOf({inputTokens, outputTokens, cachedTokens}, prices);
	}
}

/** Returns the cost in US dollars. */
export function costOf(
	{inputTokens, outputTokens, cachedTokens = 0}: Usage,
	prices: Prices,
): number {
	const fresh = Math.max(0, inputTokens - cachedTokens);
	const cached = cachedTokens * (prices.cached ?? prices.input);
	return (fresh * prices.input + cached + outputTokens * prices.output) / tokensPerPrice;
}

function add(average: Average, value: number): void {
	average.last = value;
	average.most = Math.max(average.most, value);
	average.total += value;
	average.count += 1;
}

function rowObject(row: Row): JsonObject {
	return {
		...row.names,
		calls: row.calls,
		answered: row.answered,
		failures: row.failures,
		clients_left: row.left,
		retries: row.retries,
		reroutes: row.reroutes,
		resumed: row.resumed,
		continued: row.continued,
		repairs: row.mended,
		asked_back: row.askedBack,
		input_tokens: row.inputTokens,
		output_tokens: row.outputTokens,
		cached_tokens: row.cachedTokens,
		estimated_tokens: row.estimatedTokens,
		cost_usd: row.costUsd,
		latency_ms: averageObject(row.latency),
		first_byte_ms: averageObject(row.firstByte),
		chunk_gap_ms: averageObject(row.gap),
		last_failure: row.lastFailure,
	};
}

/**
 * Returns how many calls are open. Only the total and the routes have this number, since a call may
 * begin at one provider and end at another.
 */
function openIn(row: Row): number {
	return row.calls - row.answered - row.failures - row.left;
}

function averageObject({last, most, total, count: amount}: Average): JsonObject {
	return {last, most, mean: amount === 0 ? null : Math.round(total / amount)};
}

function boardObject(row: BoardRow | undefined): JsonObject {
	if (!row) {
		return {};
	}
	const {breaker, failureRate, score, coolingForMs, tries, triesFailed} = row;
	return {
		tries,
		tries_failed: triesFailed,
		breaker,
		failure_rate: failureRate,
		score,
		cooling_ms: coolingForMs,
	};
}
