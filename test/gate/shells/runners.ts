import {readFileSync} from 'node:fs';
import {join} from 'node:path';

/** A line in which a program runs another one, or code. */
export type Runner = {
	readonly program: string;
	readonly line: string;
	/** The line itself does not say what else runs. */
	readonly isByFile: boolean;
};

/** The table of programs that run programs. */
export function runners(): readonly Runner[] {
	return readFileSync(join(import.meta.dirname, 'runners.txt'), 'utf8')
		.split('\n')
		.filter(row => row !== '' && !row.startsWith('## '))
		.map(row => {
			const isByFile = row.startsWith('~');
			const at = row.indexOf(': ');
			return {program: row.slice(isByFile ? 1 : 0, at), line: row.slice(at + 2), isByFile};
		});
}
