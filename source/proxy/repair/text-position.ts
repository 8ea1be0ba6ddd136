/**
 * Where the reader is in a Markdown text. A model that only shows a call does so in a code fence, a
 * quotation, inline code, its thoughts, or after words that announce an example.
 */
export type TextPosition = {
	/** Only blanks were read in this line so far. */
	isLineStart: boolean;
	fence: {readonly letter: string; readonly count: number} | null;
	/** How many backticks opened the current inline code; 0 outside of code. */
	codeTicks: number;
	/**
	 * The texts that end the region in which nothing is a call; an empty text means an empty line.
	 * Null outside of such a region.
	 */
	quietUntil: readonly string[] | null;
	/** Whether the open inline code contains something that may be a call. */
	isCodeShown: boolean;
	isQuoteLine: boolean;
	/**
	 * The end of this line's text so far (`lineHead`), and of the last line with words (`lastLine`).
	 */
	lineHead: string;
	lastLine: string;
	/** Whether an empty line follows `lastLine`. */
	isAfterBlank: boolean;
	/**
	 * Set if only blanks were read since a call, an example of one, or something that may be either.
	 */
	since: Since | null;
	/**
	 * Whether the reply has shown an example of a call, so that further ones may be examples, too.
	 */
	hasShown: boolean;
};

export type Since = 'call' | 'shown' | 'unclear';

export const keptMax = 200;

export function createPlace(): TextPosition {
	return {
		isLineStart: true,
		fence: null,
		codeTicks: 0,
		quietUntil: null,
		isCodeShown: false,
		isQuoteLine: false,
		lineHead: '',
		lastLine: '',
		isAfterBlank: false,
		since: null,
		hasShown: false,
	};
}

/** Notes that a part of the current line was read. */
export function passLine(
	place: TextPosition,
	text: string,
	{from, to}: {from: number; to: number},
): void {
	if (to > from) {
		place.lineHead = (place.lineHead + text.slice(Math.max(from, to - keptMax), to)).slice(
			-keptMax,
		);
	}
}

export function endLine(place: TextPosition): void {
	const isBlank = place.isLineStart;
	if (isBlank) {
		place.codeTicks = 0;
		if (place.quietUntil?.includes('')) {
			place.quietUntil = null;
		}
	} else {
		place.lastLine = place.lineHead;
	}
	place.isAfterBlank = isBlank;
	place.lineHead = '';
	place.isLineStart = true;
	place.isQuoteLine = false;
}

/** Call this after an attempt: the text before it says nothing about what follows. */
export function passAttempt(place: TextPosition, since: Since): void {
	place.isLineStart = false;
	place.codeTicks = 0;
	place.lineHead = '';
	place.lastLine = '';
	place.since = since;
	place.hasShown ||= since !== 'call';
}

/** Call this when the model's thoughts have ended: they say nothing about what follows. */
export function beginReply(place: TextPosition): void {
	place.codeTicks = 0;
	place.fence = null;
	place.quietUntil = null;
	place.lineHead = '';
	place.lastLine = '';
	place.isQuoteLine = false;
	place.isLineStart = true;
}

type Region = {
	readonly begin: string;
	readonly until: readonly string[];
	readonly where: 'line-start' | 'anywhere';
	/** Whether the reply begins after this region. */
	readonly isThought?: boolean;
};

/** Regions in which text that looks like a call is never one. */
const regions: readonly Region[] = [
	thoughts('<think>', '</think>'),
	thoughts('<thinking>', '</thinking>'),
	thoughts('<seed:think>', '</seed:think>'),
	thoughts('[THINK]', '[/THINK]'),
	thoughts('<|START_THINKING|>', '<|END_THINKING|>', 'anywhere'),
	{begin: '<|channel|>analysis<|message|>', until: ['<|end|>', '<|start|>'], where: 'anywhere'},
	{begin: '<|channel|>final<|message|>', until: ['<|end|>', '<|return|>'], where: 'anywhere'},
	{begin: '<tool_response>', until: ['</tool_response>'], where: 'line-start'},
	{begin: '<tool_result>', until: ['</tool_result>'], where: 'line-start'},
	{begin: '<tool_output>', until: ['</tool_output>'], where: 'line-start'},
	{begin: '<details>', until: ['</details>'], where: 'line-start'},
	{begin: '<pre>', until: ['</pre>'], where: 'line-start'},
	{begin: '<pre ', until: ['</pre>'], where: 'line-start'},
	{begin: '<example>', until: ['</example>'], where: 'line-start'},
	{begin: '<examples>', until: ['</examples>'], where: 'line-start'},
	{begin: '<blockquote>', until: ['</blockquote>'], where: 'line-start'},
	{begin: '<code>', until: ['</code>', ''], where: 'anywhere'},
	{begin: '<code ', until: ['</code>', ''], where: 'anywhere'},
	{begin: '<!--', until: [''], where: 'anywhere'},
	{begin: 'diff --git ', until: [''], where: 'line-start'},
	{begin: '@@ -', until: [''], where: 'line-start'},
];

function thoughts(begin: string, end: string, where: Region['where'] = 'line-start'): Region {
	return {begin, until: [end], where, isThought: true};
}

const thoughtEnds: readonly string[] = regions
	.filter(({isThought}) => isThought)
	.flatMap(({until}) => until);

/**
 * Returns the end of the model's thoughts at this position; null if there is none. Their beginning
 * need not have been seen.
 */
export function thoughtEndAt(text: string, at: number): string | 'maybe' | null {
	if (!beginsLike(text, at, thoughtEndTwos)) {
		return null;
	}
	return (
		thoughtEnds.find(word => text.startsWith(word, at)) ??
		(thoughtEnds.some(word => isCutOff(text, at, word)) ? 'maybe' : null)
	);
}

export const regionFirsts: ReadonlySet<string> = new Set(regions.map(({begin}) => begin[0]!));

/**
 * Returns the region that begins here; `maybe` if the text ends too early to decide, null if there
 * is none.
 */
export function regionAt(text: string, at: number, isLineStart: boolean): Region | 'maybe' | null {
	if (!beginsLike(text, at, regionTwos)) {
		return null;
	}
	let isOpen = false;
	for (const region of regions) {
		if (region.where === 'anywhere' || isLineStart) {
			if (text.startsWith(region.begin, at)) {
				return region;
			}
			isOpen ||= isCutOff(text, at, region.begin);
		}
	}
	return isOpen ? 'maybe' : null;
}

const thoughtEndTwos = twosOf(thoughtEnds);
const regionTwos = twosOf(regions.map(({begin}) => begin));

function twosOf(words: readonly string[]): ReadonlySet<string> {
	return new Set(words.map(word => word.slice(0, 2)));
}

/** Whether the first two characters may begin one of the words; mostly they do not. */
function beginsLike(text: string, at: number, twos: ReadonlySet<string>): boolean {
	return text.length - at < 2 || twos.has(text.slice(at, at + 2));
}

/** Whether the text ends within something that may become this word. */
export function isCutOff(text: string, at: number, word: string): boolean {
	return text.length - at < word.length && word.startsWith(text.slice(at));
}
