/** Writes a number in its shortest readable form: `950`, `1.2k`, `34k`, `1.3M`. */
export function count(value: number): string {
	if (value < 1000) {
		return String(value);
	}
	if (value < 1_000_000) {
		return value < 10_000 ? `${(value / 1000).toFixed(1)}k` : `${Math.round(value / 1000)}k`;
	}
	return `${(value / 1_000_000).toFixed(1)}M`;
}
