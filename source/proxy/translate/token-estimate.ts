import {type NeutralItem, type NeutralPart, type NeutralRequest, textOfParts} from '../neutral.ts';

const bytesPerToken = 4;
const imageTokens = 1500;
const itemTokens = 4;

/**
 * Estimates the tokens of a request. Models count differently, but the number shows well enough
 * when a conversation gets too full.
 */
export function inputTokensOf({instructions, items, tools}: NeutralRequest): number {
	const described = tools.length === 0 ? '' : JSON.stringify(tools);
	const fixed = tokensOf(instructions) + tokensOf(described);
	return items.reduce((sum, item) => sum + itemTokens + tokensOfItem(item), fixed);
}

function tokensOfItem(item: NeutralItem): number {
	switch (item.type) {
		case 'call':
			return tokensOf(item.name) + tokensOf(item.arguments);
		case 'reasoning':
			return tokensOf(item.text) + tokensOf(item.summary);
		case 'message':
		case 'result':
			return tokensOfParts(item.parts);
	}
}

function tokensOfParts(parts: readonly NeutralPart[]): number {
	const images = parts.filter(({type}) => type === 'image' || type === 'file').length;
	return tokensOf(textOfParts(parts)) + images * imageTokens;
}

function tokensOf(text: string): number {
	return tokensOfLength(Buffer.byteLength(text));
}

export function tokensOfLength(length: number): number {
	return Math.ceil(length / bytesPerToken);
}
