import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {builtInRules} from '../../../source/gate/built-in-rules.ts';
import {everydayLines} from '../everyday/everyday.ts';
import {generateLine, loadGrammar} from './grammar.ts';
import {mutateLine} from './mutate.ts';
import {recordedPrograms} from './programs.ts';
import {type Random, randomFrom} from './random.ts';
import type {ShellName} from './world.ts';

const lineCharactersMax = 4000;

/** The endless lines of a shell, the same for the same seed on the same machine. */
export function* linesOf(shell: ShellName, seed: number): Generator<string, never> {
	const grammar = loadGrammar(shell, recordedPrograms);
	const random = randomFrom(seed);
	const real = realLines(random);
	while (true) {
		const line = oneLine(random, real, () => generateLine(grammar, random));
		if (line.length <= lineCharactersMax && !line.includes('\0')) {
			yield line;
		}
	}
}

function oneLine(random: Random, real: readonly string[], generated: () => string): string {
	const kind = random.below(10);
	if (kind < 6) {
		return generated();
	}
	return kind < 8
		? mutateLine(generated(), random, real)
		: mutateLine(random.one(real), random, real);
}

/** What people, models, our own rules, README and the scripts of this machine's packages write. */
function realLines(random: Random): readonly string[] {
	const page = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
	const blocks = [...page.matchAll(/```\w*\n(.*?)```/gs)].flatMap(([, block]) =>
		block!.split('\n'),
	);
	const examples = builtInRules.flatMap(rule => [
		...rule.examples.matches,
		...rule.examples.others,
	]);
	return [...everydayLines(2000, random), ...examples, ...blocks, ...packageScripts()].filter(
		line => line.trim() !== '' && line.length < 500 && !endsItsShell.test(line),
	);
}

/**
 * `kill` is the shell's own, so nothing records it: with `-1` it ends all of the sandbox, and nothing
 * is known of such a line.
 */
const endsItsShell = /\bkill\b.* -0*1\b/;

const scriptFolders = [
	'/var/lib/dpkg/info',
	'/etc/init.d',
	'/usr/share/bash-completion/completions',
];
const scriptsMax = 300;

/** Lines, and runs of a few lines, of shell scripts that are installed here. */
function packageScripts(): readonly string[] {
	const files = scriptFolders
		.filter(folder => existsSync(folder))
		.flatMap(folder =>
			readdirSync(folder)
				.filter(
					name => !/\.(?:list|md5sums|conffiles|shlibs|symbols|triggers|templates)$/.test(name),
				)
				.slice(0, scriptsMax)
				.map(name => join(folder, name)),
		);
	return files.flatMap(file => {
		const lines = readFileSync(file, 'utf8').split('\n');
		return lines.flatMap((line, index) =>
			index % 7 === 0 ? [line.trim(), lines.slice(index, index + 5).join('\n')] : [line.trim()],
		);
	});
}
