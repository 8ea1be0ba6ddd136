/** Which of these lines still show what was found. Many at once, because a sandbox is quick at that. */
export type StillShows = (lines: readonly string[]) => Promise<readonly boolean[]>;

/** The smallest line that was found by taking pieces away; it still shows the same. */
export async function shrink(line: string, stillShows: StillShows): Promise<string> {
	let smallest = line;
	let size = Math.max(1, Math.floor(line.length / 2));
	while (true) {
		const smaller = await firstThatShows(withoutPieces(smallest, size), stillShows);
		if (smaller !== null) {
			smallest = smaller;
		} else if (size === 1) {
			return smallest;
		} else {
			size = Math.floor(size / 2);
		}
	}
}

function withoutPieces(line: string, size: number): readonly string[] {
	const starts = Array.from({length: Math.max(0, line.length - size + 1)}, (_, index) => index);
	const step = Math.max(1, Math.floor(size / 4));
	return starts
		.filter(start => start % step === 0)
		.map(start => line.slice(0, start) + line.slice(start + size));
}

async function firstThatShows(
	candidates: readonly string[],
	stillShows: StillShows,
): Promise<string | null> {
	const shows = await stillShows(candidates);
	return candidates[shows.indexOf(true)] ?? null;
}
