import {checkValue, type ValueFinding} from '../events/check-value.ts';
import {failed, type Result} from '../events/failure.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {Schema} from '../events/schema.ts';
import {beginningOf} from '../events/shorten.ts';

/**
 * Checks a call's arguments by the tool's schema. Corrects only mistakes with one possible meaning:
 * "5" for a number, null for a missing value. Errors are sentences that a model can act on. Unknown
 * keys are kept, since tools ignore them.
 */
export function checkInput(schema: JsonObject, input: JsonObject): Result<JsonObject> {
	const {accepted, findings} = checkValue(schema as Schema, input, {policy: 'mend'});
	return findings.length === 0
		? {ok: true, value: accepted as JsonObject}
		: {ok: false, failure: failed('bad-input', sentence(findings.map(problemOf)))};
}

const problemsShownMax = 3;

function sentence(problems: readonly string[]): string {
	const shown = problems.slice(0, problemsShownMax).join(' ');
	const more = problems.length - problemsShownMax;
	return more > 0 ? `${shown} And ${more} more.` : shown;
}

function problemOf(finding: ValueFinding): string {
	switch (finding.type) {
		case 'wrong':
			return `"${placeOf(finding.path)}" must be ${finding.wanted}, but it is ${shown(finding.value)}.`;
		case 'missing': {
			const {path, key, schema} = finding;
			return `"${placeOf([...path, key])}" is required${explanation(schema)}.`;
		}
		case 'unknown':
			return `"${placeOf(finding.path)}" is unknown.`;
	}
}

/** Returns the path to an argument as a text, such as `list[1].name`. */
function placeOf(path: readonly string[]): string {
	return path
		.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : index === 0 ? name : `.${name}`))
		.join('');
}

function explanation({description}: Schema): string {
	return description === undefined ? '' : ` (${description.replace(/\.?$/, '')})`;
}

const shownLengthMax = 80;

function shown(value: Json): string {
	const text = JSON.stringify(value);
	return text.length > shownLengthMax ? `${beginningOf(text, shownLengthMax)}…` : text;
}
