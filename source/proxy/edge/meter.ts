import type {JsonObject} from '../../events/json.ts';
import type {Signal} from '../../events/signal.ts';

/** Counts calls per provider and model, out of the same signals that the supervisor is sent. */
export type Meter = {
	readonly note: (signal: Signal) => void;
	readonly report: () => readonly JsonObject[];
};

const rowsMax = 200;

export function createMeter(): Meter {
	const rows = new Map<string, Row>();
	return {
		note(signal) {
			const {provider = '', model = ''} = signal;
			const key = `${provider}\n${model}`;
			const row = rows.get(key) ?? newRow(provider, model);
			if (rows.has(key) || rows.size < rowsMax) {
				rows.set(key, row);
				count(row, signal);
			}
		},
		report: () => [...rows.values()].map(rowObject),
	};
}

type Row = {
	readonly provider: string;
	readonly model: string;
	calls: number;
	failures: number;
	retries: number;
	reroutes: number;
	left: number;
	inputTokens: number;
	outputTokens: number;
	readonly latency: Average;
	readonly firstByte: Average;
	lastFailure: {readonly at: number; readonly code: string | number; readonly note: string} | null;
};

type Average = {last: number | null; total: number; count: number};

function newRow(provider: string, model: string): Row {
	return {
		provider,
		model,
		calls: 0,
		failures: 0,
		retries: 0,
		reroutes: 0,
		left: 0,
		inputTokens: 0,
		outputTokens: 0,
		latency: {last: null, total: 0, count: 0},
		firstByte: {last: null, total: 0, count: 0},
		lastFailure: null,
	};
}

function count(row: Row, signal: Signal): void {
	const {kind, at, code = '', note = '', durationMs = 0} = signal;
	switch (kind) {
		case 'request.started':
			row.calls += 1;
			break;
		case 'request.first-byte':
			add(row.firstByte, durationMs);
			break;
		case 'request.ended':
			add(row.latency, durationMs);
			row.inputTokens += signal.inputTokens ?? 0;
			row.outputTokens += signal.outputTokens ?? 0;
			break;
		case 'request.failed':
			row.failures += 1;
			row.lastFailure = {at, code, note};
			break;
		case 'request.retried':
			row.retries += 1;
			row.lastFailure = {at, code, note};
			break;
		case 'request.rerouted':
			row.reroutes += 1;
			break;
		case 'client.left':
			row.left += 1;
			break;
		case 'call.mended':
		case 'tool.dropped':
			break;
	}
}

function add(average: Average, value: number): void {
	average.last = value;
	average.total += value;
	average.count += 1;
}

function rowObject(row: Row): JsonObject {
	return {
		provider: row.provider,
		model: row.model,
		calls: row.calls,
		failures: row.failures,
		retries: row.retries,
		reroutes: row.reroutes,
		clients_left: row.left,
		input_tokens: row.inputTokens,
		output_tokens: row.outputTokens,
		latency_ms: averageObject(row.latency),
		first_byte_ms: averageObject(row.firstByte),
		last_failure: row.lastFailure,
	};
}

function averageObject({last, total, count: amount}: Average): JsonObject {
	return {last, mean: amount === 0 ? null : Math.round(total / amount)};
}
