import type {JsonObject} from '../../../../../source/events/json.ts';
import {noCalls1} from './no-calls-1.ts';
import {noCalls2} from './no-calls-2.ts';
import {noCalls3} from './no-calls-3.ts';
import {type Format, writers} from './write-call.ts';

export const languages = {...noCalls1, ...noCalls2, ...noCalls3};

const quoted: readonly (readonly [string, JsonObject])[] = [
	['run_command', {cmd: 'date'}],
	['get_weather', {city: 'Oslo'}],
	['write_file', {path: 'a.txt', content: 'one'}],
	['fetch_url', {url: 'https://example.org/'}],
];

/** Replies in twelve languages that quote a call, tell of one or warn of one, and call nothing. */
export const freshNoCalls = Object.entries(languages).flatMap(([language, texts]) =>
	texts.map((text, at) => ({title: `${language} ${at + 1}`, text: filled(text, at)})),
);

function filled(text: string, at: number): string {
	return text.replace(
		/@(\S* {1,4})?([a-z0-9-]+)@/g,
		(_, form: string | undefined, name: string) => {
			const call = quoted[(at + name.length) % quoted.length]!;
			const written = name === 'run' ? 'date --utc' : writers[name as Format](...call);
			return inForm(written, form);
		},
	);
}

function inForm(written: string, form = ''): string {
	switch (form) {
		case '1 ':
			return written.replaceAll('\n', ' ');
		case '" ':
			return JSON.stringify(written).slice(1, -1);
		default:
			return written.replace(/^/gm, form);
	}
}
