/**
 * `npm run corpus -- FILE…`: measures how well the reader of calls understands replies that others
 * have written. A file contains JSON objects, one in each line or in a list: `text`, optionally
 * `title`, `calls` (a list of `[name, arguments]`, absent if the reply calls nothing), `tools`
 * (`name`, `parameters`) and `heard` (what users and tools have said before). An object without
 * `text` gives the tools for all that follow. `--cuts` also reads each reply cut off at every
 * position.
 */
import {readFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import type {OfferedTool} from '../source/proxy/repair/attempt.ts';
import {badCuts, type Outcome, outcomeOf, type Scored} from '../test/proxy/repair/score.ts';

const {values, positionals} = parseArgs({
	options: {cuts: {type: 'boolean', default: false}},
	allowPositionals: true,
});

let isBad = positionals.length === 0;
for (const file of positionals) {
	const cases = casesIn(readFileSync(file, 'utf8'));
	const none = cases.filter(one => (one.calls ?? []).length === 0);
	const some = cases.filter(one => (one.calls ?? []).length > 0);
	console.log(`${file}: ${cases.length} replies`);
	report('that call nothing', none, {right: 'text', words: ['false', 'asked']});
	report('with calls', some, {right: 'read', words: ['false', 'asked', 'lost']});
	const cut = values.cuts ? cases.filter(one => badCuts(one).length > 0) : [];
	cut.forEach((one, at) => {
		console.log(`  read in another way when cut: ${titleOf(one, at)}`);
	});
	isBad ||= cut.length > 0;
}
process.exitCode = isBad ? 1 : 0;

type Words = {readonly right: string; readonly words: readonly Outcome[]};

function report(what: string, cases: readonly Scored[], {right, words}: Words): void {
	const outcomes = cases.map(outcomeOf);
	const count = (outcome: Outcome) => outcomes.filter(one => one === outcome).length;
	const others = words.map(word => `${count(word)} ${word}`).join(', ');
	console.log(`  ${cases.length} ${what}: ${count('right')} ${right}, ${others}`);
	cases.forEach((one, at) => {
		if (outcomes[at] !== 'right') {
			console.log(`    ${outcomes[at]}: ${titleOf(one, at)}`);
		}
	});
	isBad ||= count('false') > 0;
}

function titleOf({title, text}: Scored, at: number): string {
	return `${at + 1} ${title ?? text.slice(0, 60).replace(/\s+/g, ' ')}`;
}

function casesIn(written: string): readonly Scored[] {
	const objects: readonly Partial<Scored>[] = /^\s*\[/.test(written)
		? JSON.parse(written)
		: written.split('\n').flatMap(line => (line.trim() === '' ? [] : [JSON.parse(line)]));
	let tools: readonly OfferedTool[] | undefined;
	return objects.flatMap((one): readonly Scored[] => {
		const own = one.tools?.map(tool => ({...tool, form: tool.form ?? ('function' as const)}));
		if (one.text === undefined) {
			tools = own ?? tools;
			return [];
		}
		const offered = own ?? tools;
		return [{...one, text: one.text, ...(offered && {tools: offered})}];
	});
}
