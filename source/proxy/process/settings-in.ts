import type {ValueFinding} from '../../events/check-value.ts';
import {isJsonObject} from '../../events/json.ts';
import {defaultSettings, readSettingsFrom, type Settings} from '../../events/settings.ts';

/**
 * Settings from outside, laid over the defaults. What has the wrong shape is passed over with a
 * warning, since a proxy that starts without one provider helps more than one that does not start.
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

/** A value may be a key, so it is not shown. What is unknown here may be known to the front end. */
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
