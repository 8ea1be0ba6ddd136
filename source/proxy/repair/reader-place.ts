/**
 * Where in a Markdown text the reader is: a model that shows a call does so in a code fence, in a
 * quotation, in inline code, in its thoughts, or after words that announce an example.
 */
export type Place = {
	/** Only space so far in this line. */
	isLineStart: boolean;
	fence: {readonly letter: string; readonly count: number} | null;
	/** The number of backticks that opened inline code; 0 outside. */
	codeTicks: number;
	/** What ends a region in which nothing is meant; the empty word is an empty line. */
	quietUntil: readonly string[] | null;
	isQuoteLine: boolean;
	/** The line goes on a quotation, without its mark. */
	isLazyQuote: boolean;
	/** The end of what stands before in this line, and of the last line with words. */
	lineHead: string;
	lastLine: string;
	/** Nothing but space since a call, or since one that was only shown. */
	since: 'call' | 'shown' | null;
};

const keptMax = 200;

export function createPlace(): Place {
	return {
		isLineStart: true,
		fence: null,
		codeTicks: 0,
		quietUntil: null,
		isQuoteLine: false,
		isLazyQuote: false,
		lineHead: '',
		lastLine: '',
		since: null,
	};
}

/** A part of the current line has been read. */
export function passLine(place: Place, text: string, {from, to}: {from: number; to: number}): void {
	if (to > from) {
		place.lineHead = (place.lineHead + text.slice(Math.max(from, to - keptMax), to)).slice(
			-keptMax,
		);
	}
}

export function endLine(place: Place): void {
	const isBlank = place.isLineStart;
	if (isBlank) {
		place.codeTicks = 0;
		place.isLazyQuote = false;
		if (place.quietUntil?.includes('')) {
			place.quietUntil = null;
		}
	} else {
		place.isLazyQuote = place.isQuoteLine || place.isLazyQuote;
		place.lastLine = place.lineHead;
	}
	place.lineHead = '';
	place.isLineStart = true;
	place.isQuoteLine = false;
}

/** A call stood here: what was before it says nothing of what follows. */
export function passAttempt(place: Place, since: 'call' | 'shown'): void {
	place.isLineStart = false;
	place.codeTicks = 0;
	place.lineHead = '';
	place.lastLine = '';
	place.since = since;
}

type Region = {
	readonly begin: string;
	readonly until: readonly string[];
	readonly where: 'line-start' | 'anywhere';
};

/** Regions in which whatever looks like a call is none. */
const regions: readonly Region[] = [
	{begin: '<think>', until: ['</think>'], where: 'line-start'},
	{begin: '<thinking>', until: ['</thinking>'], where: 'line-start'},
	{begin: '<seed:think>', until: ['</seed:think>'], where: 'line-start'},
	{begin: '[THINK]', until: ['[/THINK]'], where: 'line-start'},
	{begin: '<|START_THINKING|>', until: ['<|END_THINKING|>'], where: 'anywhere'},
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

export const regionFirsts: ReadonlySet<string> = new Set(regions.map(({begin}) => begin[0]!));

/** The region that begins here; `maybe` where the text ends too early to tell. */
export function regionAt(text: string, at: number, isLineStart: boolean): Region | 'maybe' | null {
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

/** The text ends within what may be this word. */
export function isCutOff(text: string, at: number, word: string): boolean {
	return text.length - at < word.length && word.startsWith(text.slice(at));
}
