import type {ProxyCommand} from '../../events/control.ts';
import type {JsonObject} from '../../events/json.ts';
import {badRequest, type Checked} from '../failure.ts';
import {optionalNumber, optionalObject, optionalText} from '../translate/request-reading.ts';

const msMax = 3_600_000;

/**
 * Reads a command that the supervisor sent. Only its token was checked, so every field is checked
 * here.
 */
export function readCommand(body: JsonObject): Checked<ProxyCommand> {
	const type = body['type'];
	const provider = optionalText(body['provider']);
	const model = optionalText(body['model']);
	const place = {...(provider ? {provider} : {}), ...(model ? {model} : {})};
	switch (type) {
		case 'clear-caps':
			return {ok: true, value: {type, ...place}};
		case 'refresh-keys':
			return {ok: true, value: {type, ...(provider ? {provider} : {})}};
		case 'reset-breaker':
			return provider ? {ok: true, value: {type, ...place, provider}} : missing('provider');
		case 'cool-down': {
			const forMs = milliseconds(body['forMs']);
			if (!provider || forMs === undefined) {
				return missing(provider ? 'forMs' : 'provider');
			}
			return {ok: true, value: {type, ...place, provider, forMs}};
		}
		case 'raise-timeout':
			return readTimeouts(body, {provider, model});
		case 'switch-route':
			return readSwitch(body, model);
		default:
			return {ok: false, failure: badRequest('There is no such command.', 'type')};
	}
}

function readTimeouts(
	body: JsonObject,
	{provider, model}: {provider: string | undefined; model: string | undefined},
): Checked<ProxyCommand> {
	const limits = Object.fromEntries(
		limitNames.flatMap(name => {
			const limitMs = milliseconds(body[name]);
			return limitMs ? [[name, limitMs]] : [];
		}),
	);
	if (!provider || Object.keys(limits).length === 0) {
		return missing(provider ? 'firstByteMs' : 'provider');
	}
	const place = {provider, ...(model ? {model} : {})};
	return {ok: true, value: {type: 'raise-timeout', ...place, ...limits}};
}

const limitNames = ['connectMs', 'firstByteMs', 'gapMs', 'wholeMs'] as const;

function readSwitch(body: JsonObject, model: string | undefined): Checked<ProxyCommand> {
	const to = optionalObject(body['to']);
	const [provider, name] = [optionalText(to?.['provider']), optionalText(to?.['model'])];
	if (!model || !provider || !name) {
		return missing(model ? 'to' : 'model');
	}
	const by = body['by'] === 'user' ? 'user' : 'watchdog';
	return {ok: true, value: {type: 'switch-route', model, to: {provider, model: name}, by}};
}

function milliseconds(value: unknown): number | undefined {
	const given = optionalNumber(value);
	return given !== undefined && given >= 0 ? Math.min(given, msMax) : undefined;
}

function missing(param: string): {
	readonly ok: false;
	readonly failure: ReturnType<typeof badRequest>;
} {
	return {ok: false, failure: badRequest(`The command needs “${param}”.`, param)};
}
