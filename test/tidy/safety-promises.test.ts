import {existsSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';

/**
 * Each promise of README's section Safety, in its own words, and the attacks on it that fail: the
 * file in `test/`, and the title of the test or of its group.
 */
const promises: readonly (readonly [words: string, file: string, title: string])[] = [
	['running a command', 'gate/decide', 'to ask when nothing speaks of the call'],
	['typing into a program', 'gate/gate', 'of a shell does not cover what is typed into it later'],
	[
		'reading outside the working folder',
		'tools/change-files',
		'says where a link or `..` really leads',
	],
	['`y` allows once', 'journeys/cards', 'held down y runs one call once'],
	['`n` refuses', 'journeys/cards', 'denied with n tells the model so, and nothing runs'],
	[
		'`d` shows everything',
		'journeys/cards',
		'shows everything that would run when it is asked for detail',
	],
	[
		'is underlined, and named with its reason',
		'view/cards/command-rows',
		'are underlined in the theme %s, and nothing else is',
	],
	[
		'folded with a count and never cut',
		'view/cards/card-rows',
		'counts every line that it does not show',
	],
	[
		'nothing that has other warnings',
		'view/cards/card-rows',
		'lists no riskier call with the others: what has another warning asks alone',
	],
	[
		'by the words with which a command begins',
		'journeys/gate-answers',
		'always: the rule is shown, can be edited, is saved, and covers what begins like it',
	],
	[
		'`/rules deny shell git push` adds one',
		'journeys/unread-settings',
		'that is added there denies at once, without a card',
	],
	[
		'and the screen says so',
		'view/input/keyboard-loss',
		'types nothing more: every key is dropped, Enter and a paste too, and it is said',
	],
	[
		'showing your terminal to the agent',
		'journeys/terminal-pane',
		'keeps your own terminal from the agent until you share it',
	],
	[
		'letting it type what is hidden',
		'view/input/keyboard-loss',
		'%s asks first, and Enter alone means no',
	],
	[
		'a short list of environment variables',
		'terminal/environment',
		'lets through what programs need',
	],
	[
		'a refusal names the rule that would be needed',
		'front-ends/exec/exec',
		'and names the rule for a file elsewhere',
	],
	[
		'in that terminal only',
		'gate/gate',
		'of what is typed is bound to the terminal: another one asks',
	],
	['this scope on this host', 'gate/decide', 'that a grant for one host says nothing of another'],
	['with a reason that the model is told', 'journeys/cards', 'denied with r tells the model why'],
	[
		'leaves the card waiting',
		'journeys/cards',
		'goes on waiting after Esc, and Alt+A comes back to it',
	],
	[
		'while you are writing',
		'journeys/cards',
		'is not answered by a sentence full of y and n that is being typed',
	],
	[
		'before the terminal has said that it has drawn it',
		'view/input/input',
		'is not answered while it is not on the terminal’s screen',
	],
	['300 ms more', 'view/input/input', 'is answered by one key, 300 ms after it appeared'],
	['ignores Enter', 'journeys/cards', 'is never approved by Enter, also while it has the keyboard'],
	[
		'as a paste without marks does',
		'journeys/gate-answers',
		'a yes and a no in one burst are a text',
	],
	[
		'control, invisible and direction-changing characters are drawn',
		'text/neutralise',
		'what is drawn on a card',
	],
	[
		'takes no yes before',
		'journeys/card-sight',
		'that can not show its warnings and the end of its command takes no yes before d showed them',
	],
	[
		'answers what was shown or paged through',
		'journeys/answer-many',
		'is for those that were paged through, and the one outside the workspace asks alone',
	],
	[
		'ask each time they are read',
		'journeys/read-rules',
		'of the working folder is read only after a card that says what it holds',
	],
	['through links and other spellings', 'tools/secret-places', 'asks, also as %s'],
	['searches and lists pass over them', 'tools/secret-places', 'looking through a folder'],
	[
		'whatever program it gives it to',
		'gate/shell/paths-in-words',
		'a line that names a secret place asks, whatever program it gives it to',
	],
	[
		'hold in the working folder too',
		'journeys/read-rules',
		'keeps a file from being changed too, whose difference would show it',
	],
	['all that lies below a folder', 'gate/decide', 'a rule that keeps away from a folder'],
	[
		'takes it back',
		'journeys/gate-answers',
		'for a time or a session is listed, and taken back it asks again',
	],
	[
		'says nothing about `git status; rm x`',
		'gate/decide',
		'that a rule for `git status` does not allow %j',
	],
	[
		'for exactly that call',
		'gate/decide',
		'that an exact rule allows its words, and nothing that only begins with them',
	],
	[
		'asks again when that changed',
		'gate/shell/scripts',
		'holds for what it says now, and asks again when that changed',
	],
	[
		'where it runs or what its words mean',
		'gate/shell/grants',
		'rules for `cd` and `git status` apart',
	],
	[
		'variables, patterns or substitutions',
		'gate/shell/adversarial',
		'rules for `git status`, `ls` and `cat` do not allow',
	],
	[
		'none that makes a file that runs later',
		'gate/decide',
		'a rule for a program does not cover that it makes a file that runs later',
	],
	[
		'lies in the working folder',
		'gate/decide',
		'a rule for a program does not cover one of the same name that lies in the workspace',
	],
	[
		'in the session that runs too',
		'journeys/unread-settings',
		'that is taken out of the file allows nothing more',
	],
	[
		'looked at first',
		'gate/decide',
		'that a denying rule wins over a grant and over an allowing rule',
	],
	['and what drops work as that does', 'gate/built-in-rules', 'each built-in rule'],
	[
		'by what it does and not by how it is spelled',
		'gate/built-in-rules',
		'that says %s to %j speaks of its examples and of nothing else',
	],
	[
		'No grant and no `--allow` goes past them',
		'gate/shell/grants',
		'neither a grant for the session nor --allow shell runs',
	],
	['They find a program through lists', 'gate/shell/grants', 'finds its program in %j'],
	[
		'`sh -c`, `env`, `xargs`, `find -exec`',
		'gate/shell/other-names',
		'a rule that denies a program finds it behind',
	],
	[
		'stays inside the workspace',
		'gate/built-in-rules',
		'a grant for all commands covers no change outside the workspace',
	],
	[
		'when a word of it leads out',
		'gate/shell/paths-in-words',
		'a program that is not known to only read, given a path outside the workspace, asks',
	],
	['asks each time and says why', 'gate/shell/grants', 'what can’t be seen through'],
	[
		'a file that the line itself makes and runs',
		'gate/shell/other-names',
		'a file that a line makes and runs can be any program',
	],
	[
		'`alias`',
		'gate/shell/builtins',
		'it can not be seen through where it changes what later words mean',
	],
	[
		'anything in one terminal',
		'gate/shell/grants',
		'runs in a terminal in which anything was allowed, but not what a rule speaks of',
	],
	[
		'Files that run or instruct later ask each time',
		'gate/shell/paths-in-words',
		'a file that runs later asks, whichever option or operand names it',
	],
	["git's own folder", 'tools/change-files', 'is asked about each time in %s'],
	[
		'only after you have seen it on a card',
		'journeys/instructions',
		'takes no yes before all of it was seen',
	],
	[
		'until one of its files changes',
		'journeys/instructions',
		'leaves all of them out as soon as one byte of what is included has changed',
	],
	[
		'never changes what asks',
		'journeys/instructions',
		'runs nothing that they would allow: they never widen a permission',
	],
	[
		'A slip in `config.json` opens nothing',
		'journeys/unread-settings',
		'exec denies what a rule allowed that is taken out while it runs, or that is misspelled then',
	],
	[
		'line and column are named',
		'storage/settings',
		'of a file that holds %j says what is wrong and where, and touches nothing',
	],
	[
		'nothing is written over it',
		'storage/settings',
		'writes nothing over a file that can not be read',
	],
	[
		'every call asks',
		'gate/gate',
		'a rule, a grant and "from now on" allow nothing, and the card says why',
	],
	[
		"don't start then",
		'journeys/unread-settings',
		'%s does not start, and names the line and the column',
	],
	[
		'types nothing more',
		'view/input/keyboard-loss',
		'types nothing more: every key is dropped, Enter and a paste too, and it is said',
	],
	['any key keeps the keyboard', 'terminal/keyboard', 'is kept by any key during the countdown'],
	[
		'Ending a running program',
		'view/input/keyboard-loss',
		'%s asks first, and Enter alone means no',
	],
	[
		'what would ask is denied',
		'front-ends/exec/exec',
		'denies what would ask, says which flag allows it, and exits with 3',
	],
	[
		'stay inside the folder',
		'front-ends/exec/exec',
		'writes only inside the folder with --allow write, and names the rule for a file elsewhere',
	],
	[
		'`--allow shell,everything-in-this-sandbox`',
		'gate/shell/grants',
		'runs without a screen only where the person said that everything may, in those words',
	],
	[
		'only after their difference was shown',
		'journeys/gate-answers',
		'is refused when the file was changed under the waiting card',
	],
	[
		'brings the last one back',
		'journeys/gate-answers',
		'is shown as a difference first, written after y, and brought back with Ctrl+X u',
	],
	[
		'without those of the working folder',
		'journeys/own-programs',
		'a program that the working folder brings',
	],
	[
		"nothing that a repository's settings name",
		'platform/git',
		'is shown without running what its settings name',
	],
	['none of your keys', 'terminal/environment', 'holds no key, no token and no password'],
	[
		'neutralised before anything is drawn',
		'journeys/transcript',
		'shows nothing of an escape sequence but its characters',
	],
	['listens on this machine only', 'proxy/process/arguments', 'this machine only'],
	['wants a token', 'proxy/serve', 'without the token nothing but the health is answered'],
	[
		'through a browser',
		'proxy/serve',
		'any web page is refused by its Origin, and none is ever allowed in',
	],
	['taken out of journals and history', 'journeys/redaction', 'a secret is found nowhere'],
	[
		'Folders are 0700, files 0600',
		'terminal/transcript-file',
		'is everything that was printed, for this user alone',
	],
	['held against real shells', 'gate/shells/laws', 'P1: what ran was seen'],
];

/** The only sentence that says what is not promised. */
const noPromise = 'There is no sandbox';

const [, section = ''] = readFileSync('README.md', 'utf8').split(/^## Safety$/m);
const text = section.split(/^## /m)[0] ?? '';

it.each(promises)('README promises “%s”, and %s attacks it: %s', (words, file, title) => {
	expect(text).toContain(words);
	const path = ['ts', 'tsx'].map(end => `test/${file}.test.${end}`).find(existsSync);
	expect(readFileSync(path!, 'utf8').replaceAll("\\'", "'")).toContain(title);
});

it('each sentence of README’s safety has its attacks', () => {
	const points = text.split(/^- /m).slice(1);
	const sentences = points.flatMap(point => point.trim().split(/(?<=\.) (?=[A-Z`])/));
	const unattacked = sentences.filter(
		sentence =>
			!sentence.startsWith(noPromise) && !promises.some(([words]) => sentence.includes(words)),
	);
	expect(points.length).toBeGreaterThan(15);
	expect(sentences.length).toBeGreaterThan(35);
	expect(unattacked).toEqual([]);
});
