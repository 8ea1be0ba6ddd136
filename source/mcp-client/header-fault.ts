import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';

const key = 'x-mcp-header';
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const plainTypes: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Keywords of JSON schema whose values are data, so that no schema is searched in them. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', key]);

/**
 * A schema may ask for some arguments to be sent as HTTP headers as well. If it does so wrongly,
 * the protocol forbids the use of the tool: then returns the reason, otherwise null.
 */
export function headerFault(schema: JsonObject): string | null {
	const asked = headersIn(schema, false);
	const fault = asked.map(({field, isReachable}) => faultOf(field, isReachable)).find(Boolean);
	const names = asked.map(({field}) => String(field[key]).toLowerCase());
	return fault ?? (new Set(names).size < names.length ? `its ${key} names one header twice` : null);
}

type Asked = {readonly field: JsonObject; readonly isReachable: boolean};

function headersIn(
	schema: Json | undefined,
	isReachable: boolean,
	isRoot = true,
): readonly Asked[] {
	if (Array.isArray(schema)) {
		return schema.flatMap(each => headersIn(each, false, false));
	}
	if (!isJsonObject(schema)) {
		return [];
	}
	const own = key in schema ? [{field: schema, isReachable}] : [];
	const inner = Object.entries(schema).flatMap(([name, each]) => {
		if (values.has(name)) {
			return [];
		}
		return name === 'properties' && isJsonObject(each)
			? Object.values(each).flatMap(field => headersIn(field, isRoot || isReachable, false))
			: headersIn(each, false, false);
	});
	return [...own, ...inner];
}

function faultOf(field: JsonObject, isReachable: boolean): string | null {
	const name = field[key];
	if (!isReachable) {
		return `its ${key} stands where no argument has one place of its own`;
	}
	if (typeof name !== 'string' || !token.test(name)) {
		return `its ${key} is no name of a header`;
	}
	return plainTypes.includes(field['type']) ? null : `its ${key} is for a value that is not plain`;
}
