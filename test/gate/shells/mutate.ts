import type {Random} from './random.ts';

/** A line with one to three small changes: a piece goes, comes, is doubled, or changes its place. */
export function mutateLine(line: string, random: Random, others: readonly string[]): string {
	let mutated = line;
	for (let left = 1 + random.below(3); left > 0; left -= 1) {
		mutated = random.one(changes)(mutated, random, others);
	}
	return mutated;
}

type Change = (line: string, random: Random, others: readonly string[]) => string;

const signs = [...'\'"\\`$(){}[]<>|&;#=~!*?,:%^@+-/ \n\t\r', '$(', '${', '\\\n', '((', '<<', '&&'];

const changes: readonly Change[] = [
	(line, random) => insert(line, random, random.one(signs)),
	(line, random) => insert(line, random, random.one(signs)),
	(line, random) => {
		const at = random.below(line.length + 1);
		return line.slice(0, at) + line.slice(at + 1 + random.below(3));
	},
	(line, random) => insert(line, random, pieceOf(line, random)),
	(line, random, others) => insert(line, random, pieceOf(random.one(others), random)),
	(line, random, others) => {
		const other = random.one(others);
		return (
			line.slice(0, random.below(line.length + 1)) + other.slice(random.below(other.length + 1))
		);
	},
	(line, random, others) =>
		`${line}${random.one(['; ', ' && ', ' | ', '\n'])}${random.one(others)}`,
	(line, random, others) => insert(line, random, `$(${random.one(others)})`),
	(line, random) => {
		const words = line.split(' ');
		const at = random.below(words.length);
		return words.with(at, random.one(['rm', 'git', '""', "''", '$x', '*', 'ls'])).join(' ');
	},
	(line, random) => {
		const words = line.split(' ');
		const [one, other] = [random.below(words.length), random.below(words.length)];
		return words.with(one, words[other]!).with(other, words[one]!).join(' ');
	},
];

function insert(line: string, random: Random, piece: string): string {
	const at = random.below(line.length + 1);
	return line.slice(0, at) + piece + line.slice(at);
}

function pieceOf(line: string, random: Random): string {
	const at = random.below(line.length + 1);
	return line.slice(at, at + 1 + random.below(12));
}
