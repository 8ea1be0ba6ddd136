/**
 * Says for the card what can't be known about a command line, and why that matters. `unseen` is the
 * note that the reader has made.
 */
export function sightWords(unseen: string): string {
	const [, program] = /^what (\S+) is (?:told|given) to run$/.exec(unseen) ?? [];
	if (program !== undefined) {
		return `code for ${program} is not looked into: it may do anything`;
	}
	const [, variable] = /^the variable (\S+) is set$/.exec(unseen) ?? [];
	if (variable !== undefined) {
		return `${variable} is set, which can change what other commands do`;
	}
	if (!isQuestion.test(unseen)) {
		return `it has ${unseen}, so it is not certain what would run`;
	}
	const [what = '', more] = unseen.split(': ', 2);
	const because = more === undefined ? '' : ` (${more})`;
	return `the line does not tell ${what}${because}: ${isFolder.test(what) ? 'it may change other files' : 'it may do anything'}`;
}

const isQuestion = /^(?:what|which|where|how|the folder in which) /;
const isFolder = /^the folder in which /;
