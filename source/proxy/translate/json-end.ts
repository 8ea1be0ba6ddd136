import {parseJson} from './request-reading.ts';

/**
 * Whether a text that grows is one whole object yet. Each letter is looked at once, however often
 * it is asked: a provider may write a long text in pieces of one letter.
 */
export type JsonEnd = {readonly isWhole: (text: string) => boolean};

export function createJsonEnd(): JsonEnd {
	const scan: Scan = {at: 0, depth: 0, inString: false, endedAt: null, isValid: null};
	return {
		isWhole(text) {
			while (scan.at < text.length && scan.endedAt === null) {
				step(scan, text.charCodeAt(scan.at));
				scan.at += 1;
			}
			if (scan.endedAt === null || text.slice(scan.endedAt).trim() !== '') {
				return false;
			}
			scan.isValid ??= parseJson(text) !== undefined;
			return scan.isValid;
		},
	};
}

type Scan = {
	at: number;
	depth: number;
	inString: boolean;
	/** Behind the bracket that closes the first one. */
	endedAt: number | null;
	isValid: boolean | null;
};

function step(scan: Scan, letter: number): void {
	if (scan.inString) {
		if (letter === backslash) {
			scan.at += 1;
		} else if (letter === quote) {
			scan.inString = false;
		}
	} else if (letter === quote) {
		scan.inString = true;
	} else if (letter === openBrace) {
		scan.depth += 1;
	} else if (letter === closeBrace) {
		scan.depth -= 1;
		scan.endedAt = scan.depth <= 0 ? scan.at + 1 : null;
	}
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
