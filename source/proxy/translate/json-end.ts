import {parseJson} from './request-reading.ts';

/**
 * Finds out whether a growing text is one complete object. Each character is read only once,
 * because a provider may send a long text one character at a time.
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
	/** The position after the bracket that closes the first one; null if none does yet. */
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
