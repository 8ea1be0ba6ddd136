import {beginningOf} from '../events/shorten.ts';
import type {Files} from '../platform/files.ts';

export type SearchRequest = {
	readonly files: Files;
	readonly path: string;
	readonly pattern: string;
	readonly isLiteral: boolean;
	readonly ignoresCase: boolean;
	readonly glob: string | null;
	readonly matchesMax: number;
	/** Whether a file may be searched. Files with secrets may not: they are read only on request. */
	readonly mayRead: (path: string) => boolean;
};

export type Match = {readonly path: string; readonly line: number; readonly text: string};

export type Matches = {
	readonly matches: readonly Match[];
	/** Whether there may be further matches. */
	readonly isTruncated: boolean;
	readonly hint?: string;
};

const lineLengthMax = 400;

export function shownLine(text: string): string {
	const line = text.replace(/\r$/, '');
	return line.length > lineLengthMax ? `${beginningOf(line, lineLengthMax)}…` : line;
}
