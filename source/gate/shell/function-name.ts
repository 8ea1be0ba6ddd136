import type {CommandList} from './list.ts';
import type {ShellReader, Word} from './reader.ts';

/** Notes the name of a function. From here on, this name runs the block that follows. */
export function nameFunction({found}: ShellReader, list: CommandList, name: Word): void {
	found.isChanged = true;
	found.hidden.add(`the function ${name.text}`);
	list.isFunction = true;
	if (!name.isPlain || !name.isSeen) {
		found.unseen.add('a function whose name is not plain');
	}
}
