/** Returns the text of a page: one line per block, links with their addresses. */
export function htmlText(html: string): string {
	return decodeEntities(
		html
			.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
			.replace(/<(script|style|noscript|template|svg|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
			.replace(/\s+/g, ' ')
			.replace(/<a\b[^>]*?href\s*=\s*["']?(https?:[^"'\s>]+)[^>]*>([\s\S]*?)<\/a\s*>/gi, '$2 ($1)')
			.replace(/<li\b[^>]*>/gi, '\n- ')
			.replace(/<h([1-6])\b[^>]*>/gi, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
			.replace(/<(?:br|hr)\b[^>]*>/gi, '\n')
			.replace(/<\/?(?:p|div|section|article|table|tr|ul|ol|pre|blockquote|h[1-6])\b[^>]*>/gi, '\n')
			.replace(/<\/t[dh]\s*>/gi, '\t')
			.replace(/<[^>]*>/g, ''),
	)
		.split('\n')
		.map(line => line.trim())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

/** Returns the page's title, which is not part of the text that `htmlText` returns. */
export function htmlTitle(html: string): string | null {
	const found = /<title\b[^>]*>([\s\S]*?)<\/title\s*>/i.exec(html)?.[1];
	return found === undefined ? null : decodeEntities(found.replace(/\s+/g, ' ').trim());
}

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	copy: '©',
};

const codePointMax = 0x10ffff;

function decodeEntities(text: string): string {
	return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
		if (!name.startsWith('#')) {
			return entities[name.toLowerCase()] ?? whole;
		}
		const isHex = /^#x/i.test(name);
		const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
		return code > 0 && code <= codePointMax ? String.fromCodePoint(code) : whole;
	});
}
