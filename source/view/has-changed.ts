/** Whether one of the values differs from the one that stood in its place before. */
export function hasChanged(before: readonly unknown[], now: readonly unknown[]): boolean {
	return now.some((value, index) => value !== before[index]);
}
