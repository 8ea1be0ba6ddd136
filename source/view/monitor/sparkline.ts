import type {Paint} from '../theme.ts';

/**
 * Draws the newest samples as bars, aligned to the right. `top` is the value of a full bar; by
 * default it is the highest sample.
 */
export function sparkline(
	samples: readonly number[],
	{width, paint, top: highest}: {width: number; paint: Paint; top?: number | undefined},
): string {
	const {bars} = paint.glyphs;
	const shown = samples.slice(-width);
	const top = highest ?? Math.max(...shown, 1e-9);
	const drawn = shown
		.map(sample => bars[Math.min(bars.length - 1, Math.floor((sample / top) * bars.length))])
		.join('');
	return ' '.repeat(Math.max(0, width - shown.length)) + paint.style('series', drawn);
}
