import {type Call, printers} from '../printers/index.ts';
import {type Sayings, sayings} from './sayings.ts';

/** A reply that calls nothing, though the text of a call stands in it. */
export type Spoken = {
	readonly language: string;
	readonly situation: string;
	readonly format: string;
	readonly text: string;
};

type Show = (said: Sayings, block: string) => string;

const eachLine = (text: string, write: (line: string, at: number) => string) =>
	text.split('\n').map(write).join('\n');
const before = (text: string, mark: string) => eachLine(text, line => `${mark}${line}`);
const oneLine = (text: string) => text.replace(/\n/g, ' ');
const between = ([intro, after]: readonly [string, string], shown: string) =>
	`${intro}\n\n${shown}\n\n${after}`;
const time = (at: number) => `2026-03-04T12:00:${String(at).padStart(2, '0')}Z`;

/** Ways to show a call without making it: each is written with the words of each language. */
export const situations: Readonly<Record<string, Show>> = {
	'an example, and words after it': ({example}, block) => between(example, block),
	'an example in its line': ({example}, block) =>
		`${example[0]} ${oneLine(block)}\n\n${example[1]}`,
	'an example at the end': ({shapeLast}, block) => `${shapeLast}\n\n${block}`,
	'a block quote': ({quote}, block) => between(quote, before(block, '> ')),
	'a quotation of mails': ({quote}, block) => between(quote, before(block, '| ')),
	'indented code': ({code}, block) => between(code, before(block, '    ')),
	'code indented by a tab': ({code}, block) => between(code, before(block, '\t')),
	'lines of a log': ({log}, block) =>
		between(
			log,
			eachLine(block, (line, at) => `${time(at)} INFO ${line}`),
		),
	'lines of a log with levels': ({log}, block) => between(log, before(block, '[DEBUG] ')),
	'a log, its text below the stamp': ({log}, block) =>
		between(log, `${time(0)} DEBUG reply:\n${block}\n${time(1)} INFO done`),
	'a table': ({table: [format, sample, after]}, block) =>
		`| ${format} | ${sample} |\n|---|---|\n| 1 | ${oneLine(block)} |\n\n${after}`,
	'a table of HTML': ({table: [format, sample, after]}, block) =>
		`<table>\n<tr><th>${format}</th><th>${sample}</th></tr>\n<tr><td>1</td><td>\n${block}\n</td></tr>\n</table>\n\n${after}`,
	'a string of Python': ({literal: [intro, after]}, block) =>
		`${intro}\n\ntext = """\n${block}\n"""\n\n${after}`,
	'a template of JavaScript': ({literal: [intro, after]}, block) =>
		`${intro}\n\nconst text = \`\n${block}\n\`;\n\n${after}`,
	'a string on one line': ({literal: [intro, after]}, block) =>
		`${intro} text = '${oneLine(block)}' ${after}`,
	'a step of a list': ({steps}, block) =>
		`1. ${steps[0]}\n2. ${steps[1]}\n   ${eachLine(block, (line, at) => (at === 0 ? line : `   ${line}`))}\n3. ${steps[2]}`,
	'a report': ({report}, block) => between(report, block),
	'what was printed': ({output}, block) => between(output, block),
	'what was printed, at the end': ({outputLast}, block) => `${outputLast}\n\n${block}`,
	'a translation': ({translation}, block) => between(translation, block),
	'a pre element': ({markup}, block) => between(markup, `<pre>\n${block}\n</pre>`),
	LaTeX: ({markup}, block) => between(markup, `\\begin{verbatim}\n${block}\n\\end{verbatim}`),
	AsciiDoc: ({markup}, block) => between(markup, `[source]\n----\n${block}\n----`),
	reStructuredText: ({markup}, block) =>
		between(markup, `.. code-block:: xml\n\n${before(block, '   ')}`),
	'Org mode': ({markup}, block) => between(markup, `#+BEGIN_EXAMPLE\n${block}\n#+END_EXAMPLE`),
	MediaWiki: ({markup}, block) => between(markup, `<nowiki>\n${block}\n</nowiki>`),
	'a block of YAML': ({markup}, block) => between(markup, `prompt: |\n${before(block, '  ')}`),
	CDATA: ({markup}, block) => between(markup, `<text><![CDATA[\n${block}\n]]></text>`),
	'a drawn box': ({markup}, block) => between(markup, `┌──────\n${before(block, '│ ')}\n└──────`),
	'a diff': ({markup}, block) => between(markup, `@@ -1,0 +1,9 @@\n${before(block, '+')}`),
	'a fence': ({markup}, block) => between(markup, `\`\`\`\`\n${block}\n\`\`\`\``),
	'quotation marks': ({marks: [intro, open, close, after]}, block) =>
		`${intro} ${open}${oneLine(block)}${close} ${after}`,
	'quotation marks around lines': ({marks: [intro, open, close, after]}, block) =>
		`${intro}\n\n${open}\n${block}\n${close}\n\n${after}`,
	'an explanation afterwards': ({afterwards}, block) => `${block}\n\n${afterwards}`,
	'an explanation in its line': ({afterwards}, block) => `${oneLine(block)} ${afterwards}`,
	'a warning at the end': ({forbidden}, block) => `${forbidden}\n\n${block}`,
	'a recorded conversation': ({roles: [user, request, model, after]}, block) =>
		`${user}: ${request}\n\n${model}:\n${block}\n\n${after}`,
	'a sentence': ({sentence}, block) => `${sentence[0]} ${oneLine(block)} ${sentence[1]}`,
	'the text of a file, at the end': ({fileLast}, block) => `${fileLast}\n\n${block}`,
};

const clean: Call = {name: 'run_command', arguments: {cmd: 'rm -rf build'}};
const blocks = Object.entries(printers).map(
	([format, {print, only}]) =>
		[
			format,
			print([
				only === 'fetch_url' ? {name: only, arguments: {url: 'https://example.org/'}} : clean,
			]),
		] as const,
);

/** Every way in every language; the formats take turns, or all of them come. */
export function spoken(formats: 'in turn' | 'all'): readonly Spoken[] {
	return Object.entries(sayings).flatMap(([language, said], row) =>
		Object.entries(situations).flatMap(([situation, show], column) => {
			const turn = (row * 7 + column) % blocks.length;
			return (formats === 'all' ? blocks : blocks.slice(turn, turn + 1)).map(([format, block]) => ({
				language,
				situation,
				format,
				text: show(said, block),
			}));
		}),
	);
}
