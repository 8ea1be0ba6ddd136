import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';

const known: readonly string[] = ['jsonrpc', 'id', 'method', 'params'];
const taskKey = 'io.modelcontextprotocol/related-task';

/**
 * Returns a request in the form that the engine's SDK takes, or what is wrong with it. The SDK drops
 * a request of another form without an answer, and its client would wait forever. Some clients
 * write `null` where a value is missing; that counts as missing.
 */
export function inExpectedForm(
	request: JsonObject,
): {readonly request: JsonObject} | {readonly problem: string} {
	const own = Object.entries(request).filter(([name]) => known.includes(name));
	const {params: given, ...head} = Object.fromEntries(own);
	const params = given ?? {};
	if (!isJsonObject(params)) {
		return {problem: 'params must be an object.'};
	}
	const {_meta: meta, ...rest} = params;
	if (!(isMissing(meta) || isJsonObject(meta))) {
		return {problem: 'params._meta must be an object.'};
	}
	const {progressToken: token, [taskKey]: task, ...others} = meta ?? {};
	if (!(isMissing(token) || typeof token === 'string' || Number.isSafeInteger(token))) {
		return {problem: 'params._meta.progressToken must be a text or a whole number.'};
	}
	if (!(isMissing(task) || (isJsonObject(task) && typeof task['taskId'] === 'string'))) {
		return {problem: `params._meta["${taskKey}"] must have a taskId.`};
	}
	const cleanMeta: JsonObject = {
		...others,
		...(!isMissing(token) && {progressToken: token}),
		...(!isMissing(task) && {[taskKey]: task}),
	};
	return {
		request: {
			...head,
			...(!isMissing(given) && {params: {...rest, ...(!isMissing(meta) && {_meta: cleanMeta})}}),
		},
	};
}

function isMissing(value: Json | undefined): value is null | undefined {
	return value === undefined || value === null;
}
