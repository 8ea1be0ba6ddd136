import {isInferred} from '../events/part.ts';

/** A duration in its shortest readable form: `14 ms`, `3.2 s`, `4 min 10 s`, `2 h 5 min`. */
export function span(durationMs: number): string {
	const seconds = durationMs / 1000;
	if (seconds < 1) {
		return `${Math.round(durationMs)} ms`;
	}
	if (seconds < 10) {
		return `${seconds.toFixed(1)} s`;
	}
	if (seconds < 60) {
		return `${Math.floor(seconds)} s`;
	}
	const minutes = Math.floor(seconds / 60);
	return minutes < 60
		? `${minutes} min ${Math.floor(seconds % 60)} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A duration in whole seconds, for displays that update: changing tenths would distract. */
export function ticking(durationMs: number): string {
	const seconds = Math.max(0, Math.floor(durationMs / 1000));
	return seconds < 10 ? `${seconds} s` : span(seconds * 1000);
}

export function milliseconds(value: number | undefined): string {
	return value === undefined
		? ''
		: value < 10
			? `${value.toFixed(1)} ms`
			: `${Math.round(value)} ms`;
}

/** The repairs that a call got before its card was shown, one per line. */
export function mendedLines(mended: string | undefined): readonly string[] {
	if (mended === undefined) {
		return [];
	}
	const lines = mended.split('\n');
	return isInferred(mended) ? lines : lines.map(line => `mended: ${line}`);
}
