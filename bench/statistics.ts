/** The nearest-rank percentile; NaN where nothing was measured. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
	return percentile(values, 50);
}

/** The round that was disturbed least: for CPU time and start-up, where noise only ever adds. */
export function least(values: readonly number[]): number {
	return values.length === 0 ? NaN : Math.min(...values);
}
