import {parseJson} from '../events/json.ts';
import {secretName} from './redact-fields.ts';
import type {SecretMarker} from './redact-mark.ts';
import {isNoPlaceholder} from './redact-placeholders.ts';

type Means = {readonly redact: (text: string) => string; readonly marker: SecretMarker};

/** Redacts all strings in plain data. Returns the same reference if there is nothing to hide. */
export function redactValue(value: unknown, means: Means, key = ''): unknown {
	if (typeof value === 'string') {
		return redactString(value, means, key);
	}
	if (Array.isArray(value)) {
		const items = value.map(item => redactValue(item, means, key));
		const words = redactWords(items, means);
		return words.some((item, index) => item !== value[index]) ? words : value;
	}
	return typeof value === 'object' && value !== null ? redactObject(value, means) : value;
}

function redactObject(value: object, means: Means): object {
	let copy: Record<string, unknown> | null = null;
	for (const [key, item] of [...Object.entries(value), ...parametersOf(value, means)]) {
		const hidden = redactValue(item, means, key);
		if (hidden !== item || item !== value[key as keyof typeof value]) {
			copy ??= {...value};
			copy[key] = hidden;
		}
	}
	return copy ?? value;
}

const wordsMax = 200;

/** Redacts a list of strings, which may be a command, word by word: `["sshpass", "-p", …]`. */
function redactWords(items: readonly unknown[], {redact}: Means): readonly unknown[] {
	if (
		items.length < 2 ||
		items.length > wordsMax ||
		!items.every(item => typeof item === 'string')
	) {
		return items;
	}
	const text = JSON.stringify(items);
	const hidden = redact(text);
	const words = hidden === text ? undefined : parseJson(hidden);
	return Array.isArray(words) && words.length === items.length ? words : items;
}

/**
 * Handles `{"command": "sshpass", "args": ["-p", …]}`: the list holds the arguments of the other
 * field's command.
 */
function parametersOf(value: object, means: Means): readonly (readonly [string, unknown])[] {
	const entries = Object.entries(value);
	const program = entries.find(
		([key, item]) => typeof item === 'string' && /^(?:command|cmd|program|file|name)$/i.test(key),
	)?.[1];
	const list = entries.find(
		([key, item]) => Array.isArray(item) && /^(?:args|argv|arguments|parameters)$/i.test(key),
	);
	if (program === undefined || list === undefined) {
		return [];
	}
	const [key, items] = list;
	const words = redactWords([program, ...items], means);
	return words.some((word, index) => index > 0 && word !== items[index - 1])
		? [[key, words.slice(1)]]
		: [];
}

/** The whole value of a field with a secret's name is hidden, unless it is only a reference. */
function redactString(text: string, {redact, marker}: Means, key: string): string {
	if (/^(?:set-)?cookie$/i.test(key) && text.includes('=')) {
		return redact(`${key}: ${text}`).slice(key.length + 2);
	}
	const hidden = redact(text);
	return hidden === text &&
		key !== '' &&
		text !== '' &&
		(secretName.test(key) || /^(?:set-)?cookie$/i.test(key)) &&
		isNoPlaceholder(text)
		? marker('field', text)
		: hidden;
}
