import {join} from 'node:path';
import type {ValueFinding} from '../events/check-value.ts';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {
	cautiousSettings,
	defaultSettings,
	readSettingsFrom,
	type Settings,
	settingsSchema,
} from '../events/settings.ts';
import {beginningOf} from '../events/shorten.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import {byteOrderMark, placeWords, readJsonText, type TextPlace} from '../platform/json-text.ts';
import {didYouMean, nearest} from '../platform/nearest.ts';
import {createRedactor} from './redact.ts';

export type SettingsFile = {
	/** The defaults, overridden by all valid values of the file. Always usable. */
	readonly settings: Settings;
	/** One line each: what is wrong, where, and what to do. */
	readonly warnings: readonly string[];
	/**
	 * Why some rules of the file can't be used, and where; `warnings` contains this text as well.
	 * While it is set, `settings` allows nothing automatically.
	 */
	readonly problem: string | null;
};

export function settingsPath(folder: string): string {
	return join(folder, 'config.json');
}

/**
 * Reads without conf, whose checker costs 50 ms, because this runs before the first frame. It never
 * throws or writes; what is unusable is ignored and reported.
 */
export function readSettings(folder: string): SettingsFile {
	const path = settingsPath(folder);
	return interpretSettings(readSettingsFile(path), path);
}

export type SettingsText =
	| {readonly status: 'missing'}
	| {readonly status: 'broken' | 'unreadable'; readonly problem: string}
	| {
			readonly status: 'read';
			readonly value: JsonObject;
			readonly placeOf: (path: readonly string[]) => TextPlace;
	  };

export function readSettingsFile(path: string): SettingsText {
	try {
		const text = readTextFile(path);
		return text === null ? {status: 'missing'} : parseSettings(text, path);
	} catch (error) {
		const problem = `${path} can't be read (${codeOf(error)}). Check its rights.`;
		return {status: 'unreadable', problem};
	}
}

export function parseSettings(text: string, path: string): SettingsText {
	// `touch` leaves an empty file, which is no mistake.
	const isEmpty = text.replace(byteOrderMark, '').trim() === '';
	const read = readJsonText(isEmpty ? '{}' : text);
	const broken = (place: TextPlace, why: string): SettingsText => ({
		status: 'broken',
		problem: `${path}, ${placeWords(place)}: ${why}.${mendHint}`,
	});
	if (read.status === 'broken') {
		return broken(read.place, read.why);
	}
	const {value, placeOf} = read;
	return isJsonObject(value)
		? {status: 'read', value, placeOf}
		: broken(placeOf([]), 'it must be an object, in braces');
}

export const mendHint = ' Mend it with: agent-tui config edit';

export function interpretSettings(file: SettingsText, path: string): SettingsFile {
	switch (file.status) {
		case 'missing':
			return {settings: defaultSettings, warnings: [], problem: null};
		case 'broken':
		case 'unreadable': {
			const {problem} = file;
			return {settings: cautiousSettings(defaultSettings), warnings: [problem], problem};
		}
		case 'read':
			return interpret(file, path);
	}
}

/** Makes a sentence for a person, such as `proxy.port must be a whole number …`. */
export function sentenceOf(finding: ValueFinding): string {
	const {path} = finding;
	const message = messageOf(finding);
	return path.length === 0 ? `The file ${message}.` : `${path.join('.')} ${message}`;
}

function messageOf(finding: ValueFinding): string {
	switch (finding.type) {
		case 'wrong':
			return `must be ${finding.wanted}, not ${shorten(finding.value)}`;
		case 'missing':
			return `needs "${finding.key}"`;
		case 'unknown':
			return `is not a setting.${didYouMean(finding.path.at(-1) ?? '', finding.known)}`;
	}
}

const shownLengthMax = 40;

function shorten(value: Json): string {
	if (typeof value === 'object' && value !== null) {
		return Array.isArray(value) ? 'a list' : 'an object';
	}
	const text = JSON.stringify(value);
	return text.length > shownLengthMax ? `${beginningOf(text, shownLengthMax)}…` : text;
}

function interpret(
	{value, placeOf}: Extract<SettingsText, {status: 'read'}>,
	path: string,
): SettingsFile {
	const {settings, findings} = readSettingsFrom(value);
	const redact = createRedactor().text;
	const said = (finding: ValueFinding) => {
		const place = placeWords(placeOf(finding.path));
		return redact(`${path}, ${place}: ${warningOf(finding)}`);
	};
	const ofRules = findings.find(isAboutRules);
	return {
		settings: ofRules ? cautiousSettings(settings) : settings,
		warnings: [...findings.map(said), ...settings.providers.flatMap(literalKeyWarning).map(redact)],
		problem: ofRules ? said(ofRules) : null,
	};
}

/** A misspelt key may be meant as the list of rules, so it counts as a mistake about rules. */
function isAboutRules({type, path}: ValueFinding): boolean {
	const [name = ''] = path;
	return (
		name === 'permissions' ||
		(type === 'unknown' && path.length === 1 && isMeantAsRules(name.toLowerCase()))
	);
}

function isMeantAsRules(name: string): boolean {
	const known = Object.keys(settingsSchema.properties);
	return ruleWords.has(name) || nearest(name, known) === 'permissions';
}

const ruleWords: ReadonlySet<string> = new Set([
	'permission',
	'rule',
	'rules',
	'allow',
	'ask',
	'deny',
]);

function warningOf(finding: ValueFinding): string {
	if (isAboutRules(finding)) {
		return `${sentenceOf(finding)}${finding.type === 'unknown' ? '' : '.'}${mendHint}`;
	}
	return finding.type === 'unknown'
		? `${sentenceOf(finding)} It is kept, and does nothing.`
		: `${sentenceOf(finding)}. ${ignoredWords(finding)} ignored; change it with: agent-tui config edit`;
}

function ignoredWords({path, leftOut = path}: ValueFinding): string {
	return leftOut.length === path.length ? 'It is' : `All of ${leftOut.join('.')} is`;
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
