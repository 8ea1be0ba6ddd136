/** Earlier input, and which entry is shown. It is immutable. */
export type InputHistory = {
	/** All entries, the oldest first. */
	readonly entries: readonly string[];
	/** The index of the shown entry; null if the draft is shown. */
	readonly at: number | null;
	/** The text of the draft when the user went back to the first entry. */
	readonly draft: string;
};

export const entriesMax = 1000;

export function createHistory(entries: readonly string[] = []): InputHistory {
	return entries.reduce(addEntry, {entries: [], at: null, draft: ''});
}

/** Adds a text that was sent, unless it equals the last entry. */
export function addEntry(history: InputHistory, text: string): InputHistory {
	const isNew = text.trim() !== '' && history.entries.at(-1) !== text;
	const entries = isNew ? [...history.entries, text].slice(-entriesMax) : history.entries;
	return {entries, at: null, draft: ''};
}

export type Recalled = {readonly history: InputHistory; readonly text: string};

/** Returns the entry before the shown one, and keeps the draft; null if the oldest is shown. */
export function previousEntry(history: InputHistory, text: string): Recalled | null {
	const at = (history.at ?? history.entries.length) - 1;
	const entry = history.entries[at];
	const draft = history.at === null ? text : history.draft;
	return entry === undefined ? null : {history: {...history, at, draft}, text: entry};
}

/**
 * Returns the entry after the shown one. After the newest comes the draft. Null if the draft is
 * shown.
 */
export function nextEntry(history: InputHistory): Recalled | null {
	if (history.at === null) {
		return null;
	}
	const at = history.at + 1;
	const entry = history.entries[at];
	return entry === undefined
		? {history: {...history, at: null}, text: history.draft}
		: {history: {...history, at}, text: entry};
}

/** A search with Ctrl+R. `skip`: how many of the newest matches the user has passed. */
export type HistorySearch = {readonly query: string; readonly skip: number};

export const emptySearch: HistorySearch = {query: '', skip: 0};

/**
 * Returns the newest entry that contains the query. Equal entries count once. Case matters only if
 * the query contains a capital.
 */
export function findEntry(history: InputHistory, {query, skip}: HistorySearch): string | null {
	const fold = query === query.toLowerCase();
	const seen = new Set<string>();
	for (let at = history.entries.length - 1; at >= 0; at -= 1) {
		const entry = history.entries[at]!;
		const text = fold ? entry.toLowerCase() : entry;
		if (!seen.has(entry) && text.includes(query)) {
			if (seen.size === skip) {
				return entry;
			}
			seen.add(entry);
		}
	}
	return null;
}

/** Begins a search at the newest match. */
export function searchFor(query: string): HistorySearch {
	return {query, skip: 0};
}

/** Goes to the next older match. Stays if there is none. */
export function searchOlder(history: InputHistory, search: HistorySearch): HistorySearch {
	const older = {...search, skip: search.skip + 1};
	return findEntry(history, older) === null ? search : older;
}

export function searchNewer(search: HistorySearch): HistorySearch {
	return {...search, skip: Math.max(0, search.skip - 1)};
}
