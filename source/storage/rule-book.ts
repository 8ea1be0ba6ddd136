import {statSync} from 'node:fs';
import type {PermissionRule, Permissions} from '../events/settings.ts';
import {codeOf, readTextFile} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';
import {interpretSettings, parseSettings, settingsPath, withoutAllowing} from './settings.ts';

/**
 * The rules of `config.json`, read again for each call, so that a change takes effect at once.
 * While the file can't be read completely, rules that deny or ask stay in force, and no rule
 * allows.
 */
export type RuleBook = {readonly now: () => Permissions};

export function openRuleBook({folder, clock}: {folder: string; clock: Clock}): RuleBook {
	const path = settingsPath(folder);
	let known: Known = {text: null, whole: [], permissions: {rules: [], problem: null}};
	return {
		now() {
			const text = readNow(path);
			if (text !== known.text) {
				known = isBeingWritten(path, {text, before: known.text, clock})
					? {
							...known,
							permissions: unreadable(known.whole, `${path} is empty, as while it is written.`),
						}
					: interpret(text, {path, known});
			}
			return known.permissions;
		},
	};
}

type Known = {
	/** The text at the last read; null if there was no file. */
	readonly text: FileText;
	/** The rules at the last read that found all of them valid. */
	readonly whole: readonly PermissionRule[];
	readonly permissions: Permissions;
};

type FileText = string | null | {readonly problem: string};

function readNow(path: string): FileText {
	try {
		return readTextFile(path);
	} catch (error) {
		return {problem: `${path} can't be read (${codeOf(error)}). Check its rights.`};
	}
}

/** Some editors empty a file before they write it. Until then the earlier rules stay in force. */
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

function interpret(text: FileText, {path, known}: {path: string; known: Known}): Known {
	if (text === null) {
		// Removing the file does not revoke rules that deny or ask; rules that allow are dropped.
		const rules = withoutAllowing(known.whole);
		return {text, whole: rules, permissions: {rules, problem: null}};
	}
	const {settings, problem} =
		typeof text === 'string'
			? interpretSettings(parseSettings(text, path), path)
			: {settings: null, problem: text.problem};
	const rules = settings?.permissions.rules ?? [];
	return problem === null
		? {text, whole: rules, permissions: {rules, problem}}
		: {...known, text, permissions: unreadable([...known.whole, ...rules], problem)};
}

function unreadable(rules: readonly PermissionRule[], problem: string): Permissions {
	return {rules: withoutAllowing(rules), problem};
}
