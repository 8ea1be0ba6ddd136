/** Whether a file is this place, or lies in it. Both are absolute, or relative to the same folder. */
export function liesIn(place: string, file: string): boolean {
	return file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`);
}
