/** The nearest-rank percentile; NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = [...values].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
	return percentile(values, 50);
}

/** The smallest value, for CPU time and start-up: noise can only make these larger. */
export function least(values: readonly number[]): number {
	return values.length === 0 ? NaN : Math.min(...values);
}
