import {type Call, type Printer, printers} from '../printers/index.ts';
import type {Case} from './case.ts';

type Situation = {
	readonly title: string;
	readonly calls: readonly Call[];
	readonly before?: string;
	readonly after?: string;
};

const oslo: Call = {name: 'get_weather', arguments: {city: 'Oslo'}};
const bergen: Call = {name: 'get_weather', arguments: {city: 'Bergen', days: 3}};

const situations: readonly Situation[] = [
	{title: 'alone', calls: [oslo]},
	{title: 'after a sentence', calls: [oslo], before: "I'll check the weather.\n\n"},
	{title: 'between empty lines', calls: [oslo], before: '\n\n', after: '\n\n'},
	{title: 'twice', calls: [oslo, bergen]},
	{title: 'without arguments', calls: [{name: 'list_jobs', arguments: {}}]},
	{
		title: 'with nested arguments',
		calls: [
			{
				name: 'search_code',
				arguments: {
					pattern: 'a.*b',
					limit: 5,
					ratio: 0.25,
					exact: true,
					paths: ['src', 'test dir'],
					options: {deep: {list: [1, 2], on: false}, name: 'x'},
				},
			},
		],
	},
	{
		title: 'with markup inside a string',
		calls: [
			{
				name: 'write_file',
				arguments: {
					path: 'doc.md',
					content: 'Write <b>bold</b>, [a](b), {"c": 1} and `code` with a "quote".',
				},
			},
		],
	},
	{
		title: 'with letters of all kinds',
		calls: [{name: 'get_weather', arguments: {city: 'Ålesund 東京 🌦️ naïve'}}],
	},
	{
		title: 'with several lines',
		calls: [
			{
				name: 'write_file',
				arguments: {path: 'a b/run.sh', content: '#!/bin/sh\n\nif true; then\n\techo "hi"\nfi'},
			},
		],
	},
	{
		title: 'with a command line',
		calls: [
			{name: 'run_command', arguments: {cmd: "grep -rn 'a\\|b' . | awk '{print $1}' && echo done"}},
		],
	},
];

/** Some formats are for one tool only: theirs is the same with its arguments. */
function fitting({calls}: Situation, {only, isSingle, marks = []}: Printer): readonly Call[] {
	const fit = calls
		.slice(0, isSingle === true ? 1 : calls.length)
		.filter(call => !marks.some(mark => JSON.stringify(call.arguments).includes(mark)));
	if (only === undefined) {
		return fit;
	}
	return fit.map((call, index) => {
		const text = String(Object.values(call.arguments).at(-1) ?? 'x');
		return only === 'run_command'
			? {name: only, arguments: {cmd: `echo ${text} ${index}`}}
			: {name: only, arguments: {url: `https://example.org/${encodeURIComponent(text)}/${index}`}};
	});
}

/** Every situation in the words of every format. */
export const wellFormed: readonly Case[] = Object.entries(printers).flatMap(([format, printer]) =>
	situations.flatMap(situation => {
		const calls = fitting(situation, printer);
		const {title, before = '', after = ''} = situation;
		return calls.length === 0
			? []
			: [
					{
						title: `${format}: ${title}`,
						format,
						text: `${before}${printer.print(calls)}${after}`,
						found: calls.map(call => [nameIn(format, call.name), call.arguments] as const),
					},
				];
	}),
);

/** Blocks are named as their tags are. */
function nameIn(format: string, name: string): string {
	return format === 'bash-block' ? 'bash' : format === 'explore-agent' ? 'explore_agent' : name;
}
