import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import type {ReadingState} from '../../events/reading.ts';
import {objectsOf, optionalNumber, optionalObject, textOf} from '../translate/request-reading.ts';

/** What a local model server says it is doing before its answer begins. */
export type LocalState = {
	readonly state: ReadingState;
	/** A text that changes whenever the server has made progress. */
	readonly mark: string;
};

/** Servers that report their progress, each at an address of its own. */
export type ServerKind = 'llama.cpp' | 'ollama' | 'lm-studio';

type Report = {
	/** The path below the server's root, without `/v1`. */
	readonly path: string;
	/** Returns null if the answer does not come from this kind of server. */
	readonly read: (body: Json, status: number, model: string) => LocalState | null;
};

export const reports: Readonly<Record<ServerKind, Report>> = {
	'llama.cpp': {path: '/slots', read: readSlots},
	ollama: {path: '/api/ps', read: readRunning},
	'lm-studio': {path: '/api/v0/models', read: readModels},
};

/**
 * Reads the state of llama.cpp. It lists a slot for each request, with how much of the prompt it
 * has read. While it loads a model, it answers nearly every request with status 503.
 */
function readSlots(body: Json, status: number): LocalState | null {
	if (status === 503) {
		const message = textOf(optionalObject(optionalObject(body)?.['error'])?.['message']);
		return /loading model/i.test(message) ? {state: {what: 'loading'}, mark: 'loading'} : null;
	}
	const slots = Array.isArray(body) ? objectsOf(body) : [];
	if (slots.length === 0 || !slots.every(slot => typeof slot['is_processing'] === 'boolean')) {
		return null;
	}
	const busy = slots.filter(slot => slot['is_processing'] === true);
	const reading = busy.filter(slot => decodedOf(slot) === 0);
	// It is unknown which slot belongs to this request, so progress in any slot counts.
	const mark = busy.map(slot => `${slot['id_task']}:${readOf(slot)}:${decodedOf(slot)}`).join(' ');
	const [only] = reading;
	const percent = reading.length === 1 && only ? percentOf(only) : undefined;
	const what = reading.length > 0 || busy.length < slots.length ? 'reading' : 'queued';
	return {state: {what, ...(percent !== undefined && {percent})}, mark};
}

function decodedOf(slot: JsonObject): number {
	const next = slot['next_token'];
	const token = Array.isArray(next) ? next[0] : next;
	return optionalNumber(optionalObject(token)?.['n_decoded']) ?? 0;
}

/** Returns how much of the prompt is read, including what was kept from an earlier prompt. */
function readOf(slot: JsonObject): number {
	const kept = optionalNumber(slot['n_prompt_tokens_cache']) ?? 0;
	return kept + (optionalNumber(slot['n_prompt_tokens_processed']) ?? 0);
}

function percentOf(slot: JsonObject): number | undefined {
	return wholePercent(readOf(slot), optionalNumber(slot['n_prompt_tokens']) ?? 0);
}

/** Returns a percentage; undefined if the numbers make no sense. */
export function wholePercent(done: number, total: number): number | undefined {
	return total > 0 && done >= 0 ? Math.min(100, Math.floor((done * 100) / total)) : undefined;
}

/**
 * Reads the state of Ollama, which lists loaded models. A wanted model that is not listed is being
 * loaded.
 */
function readRunning(body: Json, _status: number, model: string): LocalState | null {
	const models = optionalObject(body)?.['models'];
	if (!Array.isArray(models)) {
		return null;
	}
	const names = objectsOf(models).flatMap(each => [textOf(each['name']), textOf(each['model'])]);
	return loadedOrNot(names.some(name => name === model || name === `${model}:latest`));
}

/** Reads the state of LM Studio, which lists all its models as `loaded` or `not-loaded`. */
function readModels(body: Json, _status: number, model: string): LocalState | null {
	const models = isJsonObject(body) ? objectsOf(body['data']) : [];
	const hasStates = models.some(each => typeof each['state'] === 'string');
	const own = models.find(each => each['id'] === model);
	return hasStates ? loadedOrNot(!own || own['state'] === 'loaded') : null;
}

function loadedOrNot(isLoaded: boolean): LocalState {
	const what = isLoaded ? 'reading' : 'loading';
	return {state: {what}, mark: what};
}
