import {join} from 'node:path';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {defaultSettings, type Settings} from '../events/settings.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {setAside} from '../platform/set-aside.ts';
import {checkValue, type Finding} from './check-value.ts';
import {createRedactor} from './redact.ts';
import {settingsSchema} from './settings-schema.ts';

export type SettingsFile = {
	/** The defaults with everything valid from the file laid over them. Always usable. */
	readonly settings: Settings;
	/** One line each: what is wrong, where, what to do. */
	readonly warnings: readonly string[];
	/** The file is there and isn't JSON: see `setAsideBroken`. */
	readonly broken: boolean;
};

export function settingsPath(folder: string): string {
	return join(folder, 'config.json');
}

/**
 * Reads without conf: its checker costs 50 ms, and reading happens before the first frame.
 * Nothing here throws or writes; what can't be used is ignored and said.
 */
export function readSettings(folder: string): SettingsFile {
	const path = settingsPath(folder);
	const file = readSettingsFile(path);
	switch (file.status) {
		case 'missing':
			return {settings: defaultSettings, warnings: [], broken: false};
		case 'broken':
		case 'unreadable':
			return {
				settings: defaultSettings,
				warnings: [file.message],
				broken: file.status === 'broken',
			};
		case 'read':
			return interpret(file.value, path);
	}
}

export type SettingsText =
	| {readonly status: 'missing'}
	| {readonly status: 'broken' | 'unreadable'; readonly message: string}
	| {readonly status: 'read'; readonly value: JsonObject};

export function readSettingsFile(path: string): SettingsText {
	let text: string | null;
	try {
		text = readTextFile(path);
	} catch (error) {
		const message = `${path} can't be read (${codeOf(error)}); the defaults apply. Check its rights.`;
		return {status: 'unreadable', message};
	}
	if (text === null) {
		return {status: 'missing'};
	}
	const broken = (why: string): SettingsText => ({
		status: 'broken',
		message: `${path} can't be used (${why}); the defaults apply. Mend it with: agent-tui config edit`,
	});
	try {
		// An empty file is what `touch` leaves, not a mistake.
		const value: unknown = text.trim() === '' ? {} : JSON.parse(text);
		return isJsonObject(value) ? {status: 'read', value} : broken('it is not a JSON object');
	} catch (error) {
		return broken(whyNotJson(error));
	}
}

/** Moves a file that isn't JSON out of the way, so that nothing overwrites it. Says where it went. */
export function setAsideBroken(folder: string, clock: Clock): string | null {
	const path = settingsPath(folder);
	if (readSettingsFile(path).status !== 'broken') {
		return null;
	}
	try {
		const aside = setAside(path, clock.now());
		return `${path} was not valid JSON. It was kept as ${aside}; the defaults apply now.`;
	} catch (error) {
		return `${path} is not valid JSON and could not be set aside (${codeOf(error)}); the defaults apply.`;
	}
}

/** `proxy.port must be a whole number …`, for a person. */
export function sentenceOf({path, message}: Finding): string {
	return path.length === 0 ? `The file ${message}.` : `${path.join('.')} ${message}`;
}

function interpret(value: JsonObject, path: string): SettingsFile {
	const {accepted, findings} = checkValue(settingsSchema, value);
	const settings = layOver(defaultSettings, accepted ?? {}) as Settings;
	const rulesAreWhole = !findings.some(
		finding => finding.path[0] === 'permissions' && finding.path[1] === 'rules',
	);
	return {
		settings: rulesAreWhole ? settings : withoutAllowRules(settings),
		warnings: [
			...findings.map(finding => warningOf(finding, path)),
			...(rulesAreWhole ? [] : [brokenRulesWarning]),
			...settings.providers.flatMap(literalKeyWarning),
		].map(createRedactor().text),
		broken: false,
	};
}

const brokenRulesWarning =
	'permissions.rules has a rule that can\'t be read, so no "allow" rule applies until it is mended.';

/** A deny that can't be read must not leave a wider allow standing alone. */
function withoutAllowRules(settings: Settings): Settings {
	const rules = settings.permissions.rules.filter(rule => rule.then !== 'allow');
	return {...settings, permissions: {...settings.permissions, rules}};
}

function warningOf(finding: Finding, path: string): string {
	return finding.type === 'unknown'
		? `${path}: ${sentenceOf(finding)} It is kept, and does nothing.`
		: `${path}: ${sentenceOf(finding)}. It is ignored; change it with: agent-tui config edit`;
}

function literalKeyWarning({
	name,
	apiKey,
}: {
	readonly name: string;
	readonly apiKey?: string;
}): readonly string[] {
	return apiKey
		? [
				`The key of provider "${name}" stands in the config file. Safer: put it in an environment variable and name that as apiKeyEnv.`,
			]
		: [];
}

/** Objects are merged key by key; lists and everything else are taken as they are. */
function layOver(base: unknown, over: Json): unknown {
	if (!isJsonObject(base) || !isJsonObject(over)) {
		return over;
	}
	return Object.fromEntries([
		...Object.entries(base),
		...Object.entries(over).map(([key, value]) => [
			key,
			Object.hasOwn(base, key) ? layOver(base[key], value ?? null) : value,
		]),
	]);
}

/** The engine quotes a piece of the file, which may hold a key: only the place is kept. */
function whyNotJson(error: unknown): string {
	const place = /\(line (\d+) column (\d+)\)/.exec(String(error));
	return place ? `not JSON: line ${place[1]}, column ${place[2]}` : 'not JSON';
}
