import {statSync} from 'node:fs';
import {
	cautiousSettings,
	type PermissionRule,
	type Permissions,
	type Settings,
} from '../events/settings.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {interpretSettings, parseSettings, settingsPath} from './settings.ts';

/**
 * Reads `config.json` again at each use, so that a change takes effect at once. While the file is
 * missing or can't be read completely, the last complete settings stay in force, but without
 * permissions: rules that deny or ask stay, and no rule allows.
 */
export type SettingsBook = {readonly now: () => SettingsNow};

export type SettingsNow = {
	readonly permissions: Permissions;
	/** The last complete settings; null if the file was never complete. */
	readonly settings: Settings | null;
};

export function openSettingsBook({folder, clock}: {folder: string; clock: Clock}): SettingsBook {
	const path = settingsPath(folder);
	let known: Known = {text: null, whole: null, now: nothing};
	return {
		now() {
			const text = readNow(path);
			if (text !== known.text) {
				known = isBeingWritten(path, {text, before: known.text, clock})
					? {
							...known,
							now: unreadable(known.whole, {problem: `${path} is empty, as while it is written.`}),
						}
					: interpret(text, {path, known});
			}
			return known.now;
		},
	};
}

const nothing: SettingsNow = {permissions: {rules: [], problem: null}, settings: null};

type Known = {
	/** The text at the last read; null if there was no file. */
	readonly text: FileText;
	/** The settings of the last read that found all rules valid. */
	readonly whole: Settings | null;
	readonly now: SettingsNow;
};

type FileText = string | null | {readonly problem: string};

function readNow(path: string): FileText {
	try {
		return readTextFile(path);
	} catch (error) {
		return {problem: `${path} can't be read (${codeOf(error)}). Check its rights.`};
	}
}

/**
 * For this long, an empty file does not count, since some editors empty a file before they write
 * it. Until then the earlier rules stay in force.
 */
const fillMs = 2000;

function isBeingWritten(
	path: string,
	{text, before, clock}: {text: FileText; before: FileText; clock: Clock},
): boolean {
	if (typeof text !== 'string' || text.trim() !== '' || before === null) {
		return false;
	}
	const changedAt = statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0;
	return Math.abs(clock.now() - changedAt) < fillMs;
}

function interpret(text: FileText, {path, known: {whole}}: {path: string; known: Known}): Known {
	if (text === null) {
		return whole === null ? {text, whole, now: nothing} : {text, ...withoutFile(whole)};
	}
	const {settings, problem} =
		typeof text === 'string'
			? interpretSettings(parseSettings(text, path), path)
			: {settings: null, problem: text.problem};
	const rules = settings?.permissions.rules ?? [];
	return problem === null && settings !== null
		? {text, whole: settings, now: {permissions: {rules, problem}, settings}}
		: {text, whole, now: unreadable(whole, {problem: problem ?? '', rules})};
}

/** Removing the file does not revoke rules that deny or ask; rules that allow are dropped. */
function withoutFile(before: Settings): Pick<Known, 'whole' | 'now'> {
	const {rules} = cautiousSettings(before).permissions;
	const whole = {...before, permissions: {...before.permissions, rules}};
	return {whole, now: {permissions: {rules, problem: null}, settings: whole}};
}

function unreadable(
	whole: Settings | null,
	{problem, rules = []}: {problem: string; rules?: readonly PermissionRule[]},
): SettingsNow {
	const settings = whole && cautiousSettings(whole);
	const denying = rules.filter(({then}) => then !== 'allow');
	return {
		permissions: {rules: [...(settings?.permissions.rules ?? []), ...denying], problem},
		settings,
	};
}
