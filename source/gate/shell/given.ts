import type {Given, ReadPath, Script, SimpleCommand, Word} from './script.ts';

/**
 * Returns the commands of a line, each followed by variants in which variables are replaced by
 * values that the line itself assigns.
 */
export function spelledOut({commands, given}: Script): readonly SimpleCommand[] {
	if (given.length === 0) {
		return commands;
	}
	return commands.flatMap(command => [
		command,
		...choices(
			given,
			command.words.flatMap(({names}) => names),
		).map(values => ({
			...command,
			words: command.words.map(word => filled(word, values)),
		})),
	]);
}

/** Returns the files that are read by `<`, with the same variants. */
export function readsSpelledOut({reads, given}: Script): readonly ReadPath[] {
	return reads.flatMap(read => {
		const names = given.map(({name}) => name).filter(name => read.target.includes(name));
		const others = choices(given, names).map(values => textWith(read.target, values));
		return [read.target, ...others].map(target => ({...read, target}));
	});
}

/**
 * Returns what to try for the variables: each assigned value alone, and the last values of all
 * variables together.
 */
function choices(given: readonly Given[], names: readonly string[]): readonly (readonly Given[])[] {
	const own = given.filter(({name}) => names.includes(name));
	const last = [...new Map(own.map(one => [one.name, one])).values()];
	return [...own.map(one => [one]), ...(last.length > 1 ? [last] : [])];
}

function filled(word: Word, values: readonly Given[]): Word {
	if (!values.some(({name}) => word.names.includes(name))) {
		return word;
	}
	const text = textWith(word.text, values);
	return {...word, text, isSeen: !/[$`]|^~/.test(text)};
}

function textWith(text: string, values: readonly Given[]): string {
	return values.reduce(
		(so, {name, text: value}) =>
			so
				.replaceAll(new RegExp(`\\$\\{${name}\\}`, 'g'), () => value)
				.replaceAll(new RegExp(`\\$${name}(?!\\w)`, 'g'), () => value),
		text,
	);
}
