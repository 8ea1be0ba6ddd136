import {type CommandList, notWhole} from './list.ts';
import {mayGoOn, type ShellReader} from './reader.ts';
import {skipBlanks, skipLines} from './tokens.ts';
import {readWord} from './word.ts';

/** Reads the patterns of one case, up to `)`. At `esac`, closes the block. */
export function readPatterns(reader: ShellReader, list: CommandList): void {
	skipLines(reader);
	if (/^esac(?![\w-])/.test(reader.source.slice(reader.at))) {
		reader.at += 4;
		list.blocks.pop();
		list.isBehindBlock = true;
		return;
	}
	if (reader.source[reader.at] === '(') {
		reader.at += 1;
	}
	while (mayGoOn(reader)) {
		skipBlanks(reader);
		const start = reader.at;
		readWord(reader);
		skipBlanks(reader);
		const next = reader.source[reader.at];
		if (next === ')') {
			reader.at += 1;
			return;
		}
		if (next !== '|' || start === reader.at) {
			return notWhole(reader);
		}
		reader.at += 1;
	}
}
