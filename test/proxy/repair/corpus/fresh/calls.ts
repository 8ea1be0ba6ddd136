import type {JsonObject} from '../../../../../source/events/json.ts';
import {type Format, writers} from './write-call.ts';

/** A reply with calls: each format four times, each time with other words around another call. */
export type FreshCall = {
	readonly title: string;
	readonly text: string;
	readonly calls: readonly (readonly [name: string, given: JsonObject])[];
};

const given: readonly (readonly [string, JsonObject])[] = [
	['run_command', {cmd: 'ls -la test'}],
	['search_code', {pattern: 'openPort\\(', limit: 5, exact: true}],
	['write_file', {path: 'hello.py', content: 'import sys\n\nprint("hello", sys.argv[1:])'}],
	['get_weather', {city: 'São Paulo', days: 3}],
	['run_command', {cmd: 'grep -rn "call(" src | head -5'}],
	['fetch_url', {url: 'https://example.org/a?b=1&c=%20d#e'}],
	['write_file', {path: 'notes.md', content: '# Notes\n\n```sh\nmake test\n```\n\n> It works.'}],
	['list_jobs', {}],
	['run_command', {cmd: "printf '<b>%s</b>' one > page.html && wc -c page.html"}],
	['search_code', {pattern: '设置', paths: ['src/a.ts', 'docs'], ratio: 0.5}],
	['run_command', {cmd: 'cat <<EOF > a.txt\none\ntwo\nEOF'}],
];

const around: readonly (readonly [before: string, after: string])[] = [
	['', ''],
	["I'll look at the test folder first.\n\n", ''],
	['<think>\nThe user wants a list, so one call is enough.\n</think>\n\n', ''],
	['Ich sehe mir das gleich an.\n\n', ''],
	['我先看看目录。\n', ''],
	['The error comes from `parse()` in `main.ts`. Let me look for it.\n\n', ''],
	['## Plan\n\n1. Look\n2. Change\n3. Test\n\nStarting with the first one.\n\n', ''],
	['It is:\n\n```ts\nexport const a = 1;\n```\n\nNow I will look for what uses it.\n\n', '\n'],
	['| file | lines |\n|---|---|\n| a.ts | 12 |\n\nNext, the other one.\n\n', ''],
	['> make the tests pass\n\nOn it.\n\n', ''],
	['\n\n', '\n'],
	['Bien sûr, je vérifie tout de suite :\n', ''],
	["For example, the log could be too large. I'll find out.\n\n", ''],
	['Das Modul fehlt auch im Beispiel `a.ts`, also suche ich danach:\n\n', ''],
	['了解しました。確認します。\n\n', ''],
	["I don't know yet what it prints. Let me run it:\n\n", '\n\n'],
	['Хорошо, сейчас проверю.\n', ''],
	['**Step 1:** find where it is defined\n\n', ''],
	['The value is "a\'b", which looks wrong (it should be `ab`.\n\nLet me see.\n', ''],
	['- one file is missing\n- two are empty\n\nI will write the first one again.\n\n', ''],
	['Tamam, hemen bakıyorum.\n\n', ''],
	['Done with a.ts. <br>\nNext:\n\n', ''],
	['Let me check that. ', ''],
];

const formats = Object.keys(writers) as Format[];

const single = formats.flatMap((format, at) =>
	[0, 1, 2, 3].map((turn): FreshCall => {
		const index = at * 4 + turn;
		const [before, after] = around[index % around.length]!;
		const call = given[(index + at) % given.length]!;
		return {
			title: `${format} ${turn + 1}`,
			text: `${before}${writers[format](...call)}${after}`,
			calls: [call],
		};
	}),
);

/** Models that may call several tools at once write the whole block twice, a line apart. */
const twice = (
	[
		'hermes',
		'qwen3-coder',
		'function-equals',
		'glm',
		'invoke',
		'minimax',
		'longcat',
		'cwm',
	] as const
).map((format, at): FreshCall => {
	const calls = [given[at % given.length]!, given[(at + 3) % given.length]!];
	return {
		title: `${format} twice`,
		text: `Two things to find out.\n\n${calls.map(call => writers[format](...call)).join('\n')}`,
		calls,
	};
});

export const freshCalls: readonly FreshCall[] = [...single, ...twice];
