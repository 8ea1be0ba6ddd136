import {describe, expect, it} from 'vitest';
import {spoken} from './corpus/spoken.ts';
import {type Call, printers} from './printers/index.ts';
import {readReply} from './score.ts';

const call: Call = {name: 'run_command', arguments: {cmd: 'ls'}};
const fitting = Object.entries(printers).map(
	([format, {print, only}]) =>
		[
			format,
			print([only === 'fetch_url' ? {name: only, arguments: {url: 'https://example.org/'}} : call]),
		] as const,
);
/** JSON and Python without a word of their own are asked about sooner. */
const data: ReadonlySet<string> = new Set(['json', 'json-fence', 'pythonic']);
const bare: ReadonlySet<string> = new Set([
	...data,
	...['functionary', 'functools', 'harmony-bare', 'command-r', 'tool-code'],
]);

function fateOf(text: string): 'call' | 'asked' | 'text' {
	const {calls, asked} = readReply([text], {});
	return calls.length > 0 ? 'call' : asked > 0 ? 'asked' : 'text';
}

describe('replies in twelve languages that only show a call', () => {
	it('are never read as one, whatever is around it', () => {
		const replies = spoken('in turn');
		expect(new Set(replies.map(({language}) => language)).size).toBe(12);
		expect(replies.length).toBeGreaterThanOrEqual(400);
		const called = replies.filter(({text}) => fateOf(text) === 'call');
		expect(called).toEqual([]);
	});

	it('are seldom asked about', () => {
		const replies = spoken('in turn');
		const asked = replies.filter(({text}) => fateOf(text) === 'asked');
		expect(asked.length).toBeLessThan(replies.length / 8);
	});
});

describe.each(fitting)('a call of the format %s', (format, block) => {
	it.each([
		['alone', block],
		['between empty lines', `\n\n${block}\n\n`],
		['behind its own thoughts', `<think>\nFor example:\n</think>\n\n${block}`],
		['behind thoughts whose beginning was not seen', `It would be:\n</think>\n${block}`],
		['behind words that announce it', `Let me look at the files:\n\n${block}`],
		['behind words that announce it in German', `Ich prüfe die Dateien:\n\n${block}`],
		['behind words that announce it in Chinese', `让我看看文件：\n\n${block}`],
		['with the end of the turn behind it', `I'll look.\n${block}<|im_end|>`],
	])('is one %s', (_, text) => {
		expect(fateOf(text)).toBe('call');
	});

	it('is one behind a sentence, or is asked about', () => {
		expect(fateOf(`Es gibt drei Ordner.\n\n${block}`)).toBe(data.has(format) ? 'asked' : 'call');
	});

	it.each([
		['an unknown line that announces something', `Ergebnis:\n\n${block}`],
		['a heading', `## Aufruf\n\n${block}`],
		['a caption', `Aufruf\n\n${block}`],
	])('is asked about at the end of a reply behind %s', (_, text) => {
		expect(fateOf(text)).toBe('asked');
		expect(fateOf(`${text}\n\nDer Ordner ist leer.`)).toBe('text');
	});

	it.each([['a line of a quotation', `> Das stand da.\n${block}`]])(
		'is asked about behind %s',
		(_, text) => {
			expect(fateOf(text)).toBe(data.has(format) ? 'text' : 'asked');
		},
	);

	it.each([
		['a new line', `${block}\n\nDer Ordner ist leer.`],
		['a new sentence in its line', `${block} Der Ordner ist leer.`],
	])('is asked about where words follow on %s', (_, text) => {
		expect(fateOf(text)).toBe(bare.has(format) ? 'text' : 'asked');
	});

	it.each([
		['its sentence goes on', `${block} löscht den Ordner.`],
		['words announce it, and others follow', `Ergebnis:\n${block}\nDer Ordner ist leer.`],
		['something is closed behind it', `Das stand da.\n${block}\n</td>`],
		['its thoughts end behind it', `I could write\n${block}\n</think>\n\nBut no.`],
	])('is text where %s', (_, text) => {
		expect(fateOf(text)).toBe('text');
	});
});

describe('a line that says what the model does not do', () => {
	const block = '<tool_call>{"name": "run_command", "arguments": {"cmd": "ls"}}</tool_call>';

	it.each([
		"I'll never run this:",
		'Let me show you what it said:',
		"I'll explain what it wrote:",
		'Ich werde das niemals ausführen:',
		'Ich zeige es:',
		'Je vais vous montrer :',
		'Voy a mostrarlo:',
		'让我说明：',
		"I won't run this:",
	])('is no announcement of a call: %s', line => {
		expect(fateOf(`${line}\n\n${block}`)).not.toBe('call');
	});
});

describe('a call at the end of a reply', () => {
	const block = '<tool_call>{"name": "run_command", "arguments": {"cmd": "ls"}}</tool_call>';

	it.each([
		['a caption', `Aufruf\n\n${block}`],
		['a sentence that points at it', `In der Datei steht das Folgende.\n\n${block}`],
		['a command that printed it', `$ cat call.txt\n${block}`],
		['another that was followed by words', `Drei.\n${block}\n\nEs geht weiter.\n${block}`],
	])('is asked about behind %s', (_, text) => {
		expect(fateOf(text)).toBe('asked');
	});

	it('is text where it is the last of several under captions', () => {
		expect(fateOf(`Hermes\n${block}\n\nMistral\n${block}`)).toBe('text');
	});
});

describe('a lone backtick', () => {
	const block = '<tool_call>{"name": "run_command", "arguments": {"cmd": "ls"}}</tool_call>';

	it('in the line before a call hides it not', () => {
		expect(fateOf(`The key is \` on this keyboard.\n${block}`)).toBe('call');
	});

	it('that another one closes behind it makes it text', () => {
		expect(fateOf(`It is \`as follows\n${block}\nin that file\` now.`)).toBe('text');
	});
});

describe('what is unclear', () => {
	it('is not asked about where it would not run anyway', () => {
		expect(
			fateOf('Result:\n<tool_call>{"name": "nothing_here", "arguments": {}}</tool_call>'),
		).toBe('text');
	});
});
