import type {ValueFinding} from '../../events/check-value.ts';
import {isJsonObject} from '../../events/json.ts';
import {defaultSettings, readSettingsFrom, type Settings} from '../../events/settings.ts';

/**
 * Reads settings and fills in the defaults. A value of the wrong shape is skipped with a warning: a
 * proxy that lacks one provider helps more than one that does not start.
 */
export function settingsFrom(value: unknown): {
	readonly settings: Settings;
	readonly warnings: readonly string[];
} {
	if (!isJsonObject(value)) {
		return {settings: defaultSettings, warnings: ['The settings are not a JSON object.']};
	}
	const {settings, findings} = readSettingsFrom(value);
	return {settings, warnings: findings.flatMap(warningOf)};
}

/**
 * Returns the warning for a finding. It shows no value, which may be a key. Unknown settings get no
 * warning, because another part of the program may know them.
 */
function warningOf(finding: ValueFinding): readonly string[] {
	const {path, leftOut = path} = finding;
	const place = leftOut.join('.');
	const subject = leftOut.length === path.length ? 'it' : path.join('.');
	switch (finding.type) {
		case 'wrong':
			return [`${place} was passed over: ${subject} must be ${finding.wanted}.`];
		case 'missing':
			return [`${place} was passed over: ${subject} needs "${finding.key}".`];
		case 'unknown':
			return [];
	}
}
