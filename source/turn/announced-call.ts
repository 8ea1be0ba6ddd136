/**
 * A call that a reply announces in words only. It is a suggestion: it always asks a person, even if
 * a grant covers it.
 */
export type InferredCall = {
	readonly tool: 'fetch_url' | 'read_file' | 'unified_exec';
	readonly arguments: Readonly<Record<string, string>>;
	/** The model's sentence that announced the call. */
	readonly words: string;
};

/**
 * Recognises an announced action in the last sentence of a reply that called no tool: "Let me run
 * `npm test`." Everything else gives no call: answers, reports, questions, refusals, quotes, lists
 * of steps, and actions that depend on somebody else.
 */
export function inferCall({
	text,
	urls,
}: {
	readonly text: string;
	/** URLs that the person gave in this session, newest last. */
	readonly urls: readonly string[];
}): InferredCall | null {
	const words = lastSentence(text);
	const announced = announcement.exec(words);
	if (!announced || undecided.test(withoutObjects(words))) {
		return null;
	}
	const [, verb = '', rest = ''] = announced;
	return callOf({verb: verb.toLowerCase().replace(/\s+/g, ' '), rest, urls, words});
}

const announcement =
	/^(?:(?:ok(?:ay)?|alright|good|great|now|next|first|then|so)[,:]?\s+){0,2}(?:let me|i['’]ll|i will|i['’]m going to|i am going to)\s+(?:(?:now|just|first|then|next|quickly|also|go ahead and|start by)\s+){0,2}(run|execute|running|reading|read|open|view|inspect|examine|look at|look into|check|fetch|download|visit|browse|retrieve|explore|investigate)\s+([\s\S]+)$/i;

/** Matches words that leave the action to somebody else or undecided. */
const undecided =
	/\?|\b(?:if|unless|whether|when|once|until|after|before|later|or|not|never|you|your|please|would|could|should|might|maybe|perhaps|instead of|already|again and again|tomorrow)\b|n['’]t\b/i;

/**
 * Returns the last sentence outside fences, block quotes and quoted speech, which show the words of
 * others.
 */
function lastSentence(text: string): string {
	if ((text.match(/^\s*```/gm)?.length ?? 0) % 2 === 1) {
		return '';
	}
	const lines = text.trimEnd().split('\n');
	const last = lines.at(-1)?.trim() ?? '';
	// Lists, quotes, headings, tables and code describe an action without announcing one.
	if (/^(?:[>#|*+-]|\d+[.)]|```|~~~|\|)/.test(last) || /^(?: {4}|\t)/.test(lines.at(-1) ?? '')) {
		return '';
	}
	const spoken = last.replace(
		/(`[^`]*`)|"[^"]*"|“[^”]*”|«[^»]*»/g,
		(_, code: string | undefined) => code ?? '…',
	);
	return spoken.split(/(?<=[.!?…:;])\s+(?=[\p{Lu}(])/u).at(-1) ?? '';
}

function withoutObjects(words: string): string {
	return words.replace(/`[^`]*`/g, '').replace(/https?:\/\/\S+/g, '');
}

type Announced = {
	readonly verb: string;
	readonly rest: string;
	readonly urls: readonly string[];
	readonly words: string;
};

function callOf({verb, rest, urls, words}: Announced): InferredCall | null {
	const quoted = [...rest.matchAll(/`([^`\n]+)`/g)].map(match => match[1]!.trim());
	const plain = rest.replace(/`[^`]*`/g, ' ');
	const links = [...plain.matchAll(/https?:\/\/[^\s<>()[\]"']+/g)].map(([url]) => tidy(url));
	const paths = [...withoutLinks(plain).matchAll(barePath)].map(([path]) => tidy(path));
	if (quoted.length + links.length + paths.length > 1) {
		return null;
	}
	const object = quoted[0] ?? links[0] ?? paths[0];
	if (object === undefined) {
		return repositoryOf({verb, rest, urls, words});
	}
	const isNear = wordCount(rest.slice(0, rest.indexOf(object))) <= nearWordsMax;
	return isNear ? objectCall({verb, object, isQuoted: quoted.length > 0, words}) : null;
}

const nearWordsMax = 6;
const barePath =
	/(?<![\w@])(?:~?\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)+|(?<![\w@/])[\w-]+\.(?:[jt]sx?|py|rs|go|c|h|cpp|java|rb|sh|md|json|ya?ml|toml|txt|html|css|lock|cfg|ini|log)\b/g;

function withoutLinks(text: string): string {
	return text.replace(/https?:\/\/\S+/g, ' ');
}

function wordCount(text: string): number {
	return text.split(/\s+/).filter(word => /\w/.test(word)).length;
}

function tidy(word: string): string {
	return word.replace(/[.,:;!]+$/, '');
}

function objectCall({
	verb,
	object,
	isQuoted,
	words,
}: {
	verb: string;
	object: string;
	isQuoted: boolean;
	words: string;
}): InferredCall | null {
	if (/^https?:\/\/[^\s]+$/.test(object)) {
		return fetching.has(verb) ? {tool: 'fetch_url', arguments: {url: object}, words} : null;
	}
	if (running.has(verb)) {
		return isQuoted ? {tool: 'unified_exec', arguments: {cmd: object}, words} : null;
	}
	return reading.has(verb) && /^[\w~./-]+$/.test(object) && /[./]/.test(object)
		? {tool: 'read_file', arguments: {path: object}, words}
		: null;
}

const running: ReadonlySet<string> = new Set(['run', 'execute', 'running']);
const looking = ['open', 'view', 'inspect', 'examine', 'look at', 'look into', 'check', 'read'];
const reading: ReadonlySet<string> = new Set([...looking, 'reading']);
const fetching: ReadonlySet<string> = new Set([
	...looking,
	'reading',
	'fetch',
	'download',
	'visit',
	'browse',
	'retrieve',
	'explore',
]);

/** Returns the URL of the repository that was mentioned last, for words like "the repository". */
function repositoryOf({verb, rest, urls, words}: Announced): InferredCall | null {
	const newest = urls.at(-1);
	const isMeant = /^(?:the|this|that)\s+(?:\w+\s+)?(?:repo|repository)\s*[.:!…]*$/i.test(rest);
	const isLooking = fetching.has(verb) || verb === 'investigate';
	return isMeant && isLooking && newest !== undefined
		? {tool: 'fetch_url', arguments: {url: newest}, words}
		: null;
}
