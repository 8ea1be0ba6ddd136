/** Writes a number of bytes in few characters: `950 B`, `1.2 kB`, `34 kB`, `1.3 MB`. */
export function sizeWords(bytes: number): string {
	if (bytes < 1000) {
		return `${bytes} B`;
	}
	const [value, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
	return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
