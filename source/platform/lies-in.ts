/**
 * Whether a file is this path or inside it. Both must be absolute, or relative to the same folder.
 */
export function liesIn(place: string, file: string): boolean {
	return file === place || file.startsWith(place.endsWith('/') ? place : `${place}/`);
}
