import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Random} from './random.ts';
import type {ShellName} from './world.ts';

/** Sections of alternatives; each alternative is a row of texts and names of sections. */
export type Grammar = ReadonlyMap<string, readonly Alternative[]>;
type Alternative = {readonly pieces: readonly Piece[]; readonly sectionCount: number};
type Piece = {readonly text: string} | {readonly section: string};

const files: Readonly<Record<ShellName, readonly string[]>> = {
	bash: ['common', 'bash'],
	dash: ['common', 'posix'],
	zsh: ['common', 'zsh'],
	ash: ['common', 'posix'],
};

/** The tables of a shell, and the names of the programs that its lines may call. */
export function loadGrammar(shell: ShellName, programs: readonly string[]): Grammar {
	const grammar = new Map<string, Alternative[]>();
	for (const file of files[shell]) {
		addTable(grammar, readFileSync(join(import.meta.dirname, `grammar/${file}.txt`), 'utf8'));
	}
	// The programs of the everyday tables and those that rules speak of come up most.
	const often = ['rm', 'git', 'ls', 'cat', 'sudo', 'npm', 'r', 'make', 'curl', 'tee'];
	const names = [...programs, ...Array.from({length: 30}, () => often).flat()];
	grammar.set('program', names.map(readAlternative));
	return grammar;
}

function addTable(grammar: Map<string, Alternative[]>, text: string): void {
	let section: Alternative[] = [];
	for (const line of text.split('\n')) {
		const name = /^§ ([a-z]+)$/.exec(line)?.[1];
		if (name !== undefined) {
			section = grammar.get(name) ?? [];
			grammar.set(name, section);
		} else if (line !== '' && !line.startsWith('## ')) {
			const [, count = '1', rest = ''] = /^(?:(\d+)× )?(.*)$/s.exec(line) ?? [];
			const alternative = readAlternative(rest);
			section.push(...Array.from({length: Number(count)}, () => alternative));
		}
	}
}

const signs: Readonly<Record<string, string>> = {'⏎': '\n', '⇥': '\t', '␍': '\r'};

function readAlternative(text: string): Alternative {
	const pieces = text
		.replaceAll(/[⏎⇥␍]/g, sign => signs[sign]!)
		.split(/(«[a-z]+»)/)
		.filter(piece => piece !== '')
		.map(piece => (/^«.+»$/.test(piece) ? {section: piece.slice(1, -1)} : {text: piece}));
	return {pieces, sectionCount: pieces.filter(piece => 'section' in piece).length};
}

/** One line out of the tables; deeper than this it takes the plainest alternatives. */
const depthMax = 9;

export function generateLine(grammar: Grammar, random: Random): string {
	return expand(grammar, random, {section: 'line', depth: 0});
}

function expand(
	grammar: Grammar,
	random: Random,
	{section, depth}: {section: string; depth: number},
): string {
	const alternatives = grammar.get(section);
	if (!alternatives) {
		throw new Error(`The tables have no section ${section}.`);
	}
	const alternative = depth < depthMax ? random.one(alternatives) : plainest(alternatives, random);
	return alternative.pieces
		.map(piece =>
			'text' in piece
				? piece.text
				: expand(grammar, random, {section: piece.section, depth: depth + 1}),
		)
		.join('');
}

function plainest(alternatives: readonly Alternative[], random: Random): Alternative {
	const fewest = Math.min(...alternatives.map(({sectionCount}) => sectionCount));
	return random.one(alternatives.filter(({sectionCount}) => sectionCount === fewest));
}
