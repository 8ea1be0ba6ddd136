/**
 * Whether a path matches a pattern: `*` and `?` within a name, `[a-z]`, `{a,b}`, and `**` for any
 * number of folders. No regular expressions are used, since a hostile pattern could run forever.
 */
export type Glob = (path: string) => boolean;

export function compileGlob(pattern: string): Glob {
	const alternatives = expandBraces(pattern).map(each => each.split('/'));
	return path => {
		const names = path.split('/');
		return alternatives.some(parts => matchesParts(parts, names));
	};
}

const alternativesMax = 64;

function expandBraces(pattern: string): readonly string[] {
	const found = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
	if (!found) {
		return [pattern];
	}
	const before = pattern.slice(0, found.index);
	const after = pattern.slice(found.index + found[0].length);
	return found[1]!
		.split(',')
		.flatMap(option => expandBraces(before + option + after))
		.slice(0, alternativesMax);
}

/**
 * Matches the parts of a path. If a part does not match, it is enough to try again from the last
 * `**`, because an earlier one could not match more.
 */
function matchesParts(parts: readonly string[], names: readonly string[]): boolean {
	let part = 0;
	let name = 0;
	let retryPart = -1;
	let retryName = 0;
	while (name < names.length) {
		if (parts[part] === '**') {
			retryPart = part;
			retryName = name;
			part += 1;
		} else if (part < parts.length && matchesName(parts[part]!, names[name]!)) {
			part += 1;
			name += 1;
		} else if (retryPart >= 0) {
			retryName += 1;
			part = retryPart + 1;
			name = retryName;
		} else {
			return false;
		}
	}
	// A final `**` matches the content of a folder, not the folder itself.
	return part === parts.length;
}

function matchesName(pattern: string, name: string): boolean {
	const tokens = tokensOf(pattern);
	let token = 0;
	let at = 0;
	let retryToken = -1;
	let retryAt = 0;
	while (at < name.length) {
		const current = tokens[token];
		if (current === '*') {
			retryToken = token;
			retryAt = at;
			token += 1;
		} else if (current !== undefined && matchesCharacter(current, name[at]!)) {
			token += 1;
			at += 1;
		} else if (retryToken >= 0) {
			retryAt += 1;
			token = retryToken + 1;
			at = retryAt;
		} else {
			return false;
		}
	}
	return tokens.slice(token).every(rest => rest === '*');
}

type Token = '*' | '?' | {readonly literal: string} | {readonly set: string; readonly not: boolean};

function tokensOf(pattern: string): readonly Token[] {
	const tokens: Token[] = [];
	for (const [text] of pattern.matchAll(/\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/g)) {
		if (text === '*' || text === '?') {
			tokens.push(text);
		} else if (text.length > 2) {
			const not = text[1] === '!' || text[1] === '^';
			tokens.push({set: text.slice(not ? 2 : 1, -1), not});
		} else {
			tokens.push({literal: text.at(-1)!});
		}
	}
	return tokens;
}

function matchesCharacter(token: Token, character: string): boolean {
	if (token === '*' || token === '?') {
		return true;
	}
	return 'literal' in token
		? token.literal === character
		: isInSet(token.set, character) !== token.not;
}

function isInSet(set: string, character: string): boolean {
	for (let index = 0; index < set.length; index += 1) {
		const isRange = set[index + 1] === '-' && index + 2 < set.length;
		const last = isRange ? set[index + 2]! : set[index]!;
		if (character >= set[index]! && character <= last) {
			return true;
		}
		index += isRange ? 2 : 0;
	}
	return false;
}
