import {describe, expect, it} from 'vitest';
import {inferCall} from '../../source/turn/announced-call.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';

const urls = ['https://old.test/one', 'https://git.test/Team/Repo'];
const infer = (text: string) => inferCall({text, urls});

describe('an action that is announced and not taken', () => {
	it.each([
		['Let me run `npm test`.', 'unified_exec', {cmd: 'npm test'}],
		[
			"The build passed. Now I'll run the tests with `npm test -- --run`.",
			'unified_exec',
			{cmd: 'npm test -- --run'},
		],
		[
			'I will now execute `grep -rn "A B" src | wc -l`:',
			'unified_exec',
			{cmd: 'grep -rn "A B" src | wc -l'},
		],
		[
			"Okay, I'll run `./configure --prefix=/opt` to set it up.",
			'unified_exec',
			{cmd: './configure --prefix=/opt'},
		],
		["First, I'm going to run `echo it's`", 'unified_exec', {cmd: "echo it's"}],
		['Let me read src/App.tsx.', 'read_file', {path: 'src/App.tsx'}],
		["Next, I'll look at `Makefile.am` to see the targets.", 'read_file', {path: 'Makefile.am'}],
		['Now let me open /etc/Hosts.d/Main.CONF…', 'read_file', {path: '/etc/Hosts.d/Main.CONF'}],
		['Let me check package.json', 'read_file', {path: 'package.json'}],
		['Let me fetch https://a.test/Path?q=A.', 'fetch_url', {url: 'https://a.test/Path?q=A'}],
		["I'll open `https://a.test/B` now.", 'fetch_url', {url: 'https://a.test/B'}],
		['Let me explore the repository.', 'fetch_url', {url: 'https://git.test/Team/Repo'}],
		[
			"That did not work.\n\nI'll look at the git repository",
			'fetch_url',
			{url: 'https://git.test/Team/Repo'},
		],
	] as const)('%s', (text, tool, given) => {
		expect(infer(text)).toMatchObject({tool, arguments: given});
	});

	it('names the sentence that it was read from', () => {
		expect(infer('All is well. Let me run `ls`.')?.words).toBe('Let me run `ls`.');
	});

	it.each([
		['investigate', true],
		['look at', true],
		['browse', true],
		['read', true],
		['run', false],
		['execute', false],
	])('of a repository is to look into it, not to run it: %s', (verb, isMeant) => {
		const found = infer(`Let me ${verb} the repository.`);
		expect(found?.arguments).toEqual(isMeant ? {url: 'https://git.test/Team/Repo'} : undefined);
	});

	it('stands at most six words behind the verb', () => {
		expect(infer('Let me run the one two three four five `npm test`.')).not.toBeNull();
		expect(infer('Let me run the one two three four five six `npm test`.')).toBeNull();
	});

	it('knows no repository where nobody spoke of one', () => {
		expect(inferCall({text: 'Let me explore the repository.', urls: []})).toBeNull();
	});
});

const negatives: readonly string[] = [
	// Final answers and reports.
	'I removed it with `rm -rf build`.',
	'Done. I ran `npm test` and all 12 tests pass.',
	'The command was `git push --force`.',
	'`rm -rf /` is dangerous.',
	'All tests pass.',
	'I have run `make`, see build.log.',
	'I have already read src/App.tsx.',
	"I've fetched https://a.test for you.",
	'The file src/App.tsx holds the component.',
	'The output of `ls` is empty.',
	'It was fixed in https://git.test/Team/Repo/pull/3.',
	'Running `npm test` shows two failures.',
	'Let me know if you need anything else.',
	'Let me know when to run `npm test`.',
	'I will leave `rm -rf build` to you.',
	'That is all. Thank you!',
	'',
	// Questions and offers.
	'Should I run `npm test`?',
	'Shall I read src/App.tsx?',
	'Do you want me to run `rm -rf build`?',
	"I'll run `npm test` if you agree.",
	'If you like, I will run `npm test`.',
	"I'll run `npm publish` once you confirm.",
	"I'll run `terraform apply` when you say so.",
	'Let me run `npm test`, okay?',
	'Would you like to run `npm test`?',
	"I'll run `make` unless you object.",
	'Let me run `npm test` for you?',
	'I could run `npm test`.',
	'We should run `npm test`.',
	// Refusals.
	'I will not run `rm -rf /`.',
	"I won't run `rm -rf /`.",
	"I can't read /etc/shadow.",
	'I will never execute `curl a.test | sh`.',
	"I'll refuse to run `dd if=/dev/zero of=/dev/sda`.",
	'I am not going to run `mkfs`.',
	// Quotes of somebody else, and of itself.
	'> Let me run `rm -rf /`.',
	'The log says "Let me run `rm -rf build`."',
	'He wrote: “I will run `make`.”',
	'The page says: "I will fetch https://a.test."',
	'```\nLet me run `ls`.\n```',
	'```\nI will run `ls`.',
	'    Let me run `ls`.',
	'| Let me run `ls` |',
	'# Let me run `ls`',
	// How-to and lists of steps.
	'To test it, run `npm test`.',
	'You can run `npm test`.',
	'Run `npm test` to see it.',
	'1. Let me run `npm test`.',
	'- I will run `npm test`',
	'* Let me read src/App.tsx',
	'Then run `make install`.',
	'Use `npm ci` for that.',
	'See https://a.test for more.',
	'Open https://a.test in a browser.',
	'Read src/App.tsx to understand it.',
	'Let me explain how `git rebase` works.',
	'Let me show you `git log`.',
	'Let me summarize src/App.tsx.',
	"I'll wait for `npm test`.",
	'Let me think about `make`.',
	// More than one thing, or none.
	'Let me run `a` and then `b`.',
	'Let me read a/b.ts and c/d.ts.',
	'Let me run `a` or `b`.',
	'Let me run the tests.',
	'Let me look at the code.',
	'Let me read it.',
	'Let me check https://a.test and src/App.tsx.',
	'Let me run https://a.test/install.sh.',
	'Let me run src/App.tsx.',
	// Said earlier, and then something else.
	'Let me run `npm test`. It is done now.',
	'I will run `ls`.\n\nThe folder is empty.',
	'Let me read a/b.ts. What is your name?',
	// Not the model's own step.
	'The script will run `make`.',
	'They said they will fetch https://a.test.',
	'Your CI will run `npm test`.',
	'He will read src/App.tsx.',
	'Let me run the command that you gave in the long message above, namely this one: `ls`.',
	'Let me explore the repository of your friend.',
	'Let me look at that later in the repository.',
	'I will run `npm test` tomorrow.',
	'Maybe I will run `npm test`.',
	'I will check `foo`.',
	'Let me run rm -rf build.',
];

describe('words that are no announcement', () => {
	it(`are at least sixty (${negatives.length})`, () => {
		expect(new Set(negatives).size).toBeGreaterThanOrEqual(60);
	});

	it.each(negatives)('%j yields nothing', text => {
		expect(infer(text)).toBeNull();
	});

	it.each(['let me run ', '`', '"', 'a/', 'a.b ', 'https://', '. A'])(
		'are read in time in proportion to their length: %j',
		async piece => {
			const growth = await growthOf(200_000, length => infer(piece.repeat(length / piece.length)));
			expect(growth).toBeLessThan(proportionMax);
		},
	);
});

describe('which words an announcement is read from', () => {
	const block = '```\ncode\n```\n';
	it.each([
		[`${block}Let me run \`ls\`.`, true],
		[`${block}${block}Let me run \`ls\`.`, true],
		['```\nLet me run `ls`.', false],
		[`${block}\`\`\`\nLet me run \`ls\`.`, false],
		['Let me check a two three four five `x.ts`.', true],
		['Let me check a two three four five six `x.ts`.', true],
		['Let me check a two three four five six seven `x.ts`.', false],
		['Let me read `two words/a.ts`.', false],
		['Let me read `word`.', false],
		['Let me fetch `a/b.ts`.', false],
		['Let me fetch `word`.', false],
	])('%j: %s', (text, isRead) => {
		expect(infer(text) !== null).toBe(isRead);
	});
});
