/** Writes the user's local time of day with 24 hours: `09:05:00`. */
export function timeOfDay(at: number): string {
	const date = new Date(at);
	return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** Writes `09:05`. */
export function hourOfDay(at: number): string {
	return timeOfDay(at).slice(0, 5);
}

/** Writes `2026-11-19 09:05`, which sorts correctly as text. */
export function dayAndHour(at: number): string {
	const date = new Date(at);
	const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
	return `${day} ${hourOfDay(at)}`;
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0');
}
