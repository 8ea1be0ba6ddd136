import type {Incident} from '../events/incident.ts';
import {isJsonObject} from '../events/json.ts';
import type {Memory} from './incident-store.ts';
import type {KnownPattern} from './knowledge.ts';
import {emptyLedger, type Ledger} from './ledger.ts';

/**
 * Whether the content of a file has the shape of `Memory`. Another program may have written it, so
 * all of it is rejected if one field is wrong.
 */
export function isMemory(value: {
	readonly incidents: unknown;
	readonly knowledge: unknown;
	readonly ledger: unknown;
}): value is Memory {
	const {incidents, knowledge, ledger} = value;
	return (
		Array.isArray(incidents) &&
		incidents.every(isIncident) &&
		Array.isArray(knowledge) &&
		knowledge.every(isPattern) &&
		isLedger(ledger)
	);
}

function isIncident(value: unknown): value is Incident {
	return (
		isJsonObject(value) &&
		['id', 'fault', 'name', 'pattern', 'tier', 'why'].every(
			key => typeof value[key] === 'string',
		) &&
		typeof value['at'] === 'number' &&
		isJsonObject(value['evidence']) &&
		isTyped(value['action']) &&
		isTyped(value['status'])
	);
}

function isPattern(value: unknown): value is KnownPattern {
	return (
		isJsonObject(value) &&
		typeof value['key'] === 'string' &&
		Array.isArray(value['fixes']) &&
		value['fixes'].every(
			fix =>
				isJsonObject(fix) &&
				isTyped(fix['action']) &&
				typeof fix['verified'] === 'number' &&
				typeof fix['failed'] === 'number',
		)
	);
}

function isLedger(value: unknown): value is Ledger {
	return (
		isJsonObject(value) &&
		Object.entries(emptyLedger).every(([key, empty]) => typeof value[key] === typeof empty)
	);
}

function isTyped(value: unknown): boolean {
	return isJsonObject(value) && typeof value['type'] === 'string';
}
