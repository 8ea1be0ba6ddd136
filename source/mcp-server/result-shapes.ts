import type {Json, JsonObject} from '../events/json.ts';

type Kind = 'string' | 'boolean' | 'integer' | 'null';

/**
 * The fields that the results of some tools promise to clients. Only fields that a program would
 * use are listed, since the list costs every client tokens. The result of a call that still runs
 * (`call_id`) or was refused has only `success`, so the schema requires no other field.
 */
const terminalResult = {
	success: ['boolean'],
	output: ['string'],
	session_id: ['integer', 'null'],
	exit_code: ['integer', 'null'],
} as const satisfies Fields;

type Fields = Readonly<Record<string, readonly Kind[]>>;

const shapes: Readonly<Record<string, Fields>> = {
	unified_exec: terminalResult,
	write_stdin: terminalResult,
	run_in_terminal: terminalResult,
};

/** The schema of a tool's results for the list of tools; null if it promises none. */
export function resultSchema(tool: string): JsonObject | null {
	const fields = shapes[tool];
	if (fields === undefined) {
		return null;
	}
	const properties = Object.entries(fields).map(([name, kinds]) => {
		const [kind] = kinds;
		return [name, {type: kinds.length === 1 && kind ? kind : [...kinds]}] as const;
	});
	return {type: 'object', properties: Object.fromEntries(properties), required: ['success']};
}

/**
 * Returns the result as its schema promises it. A client's SDK throws away the whole result if one
 * value in it is wrong, and the work is done by then: so a wrong value is left out.
 */
export function asPromised(tool: string, result: JsonObject, isError: boolean): JsonObject {
	const fields = shapes[tool];
	if (fields === undefined) {
		return result;
	}
	const kept = Object.entries(result).filter(
		([name, value]) => !Object.hasOwn(fields, name) || fields[name]?.includes(kindOf(value)),
	);
	return {success: !isError, ...Object.fromEntries(kept)};
}

function kindOf(value: Json | undefined): Kind {
	if (value === null || Number.isInteger(value)) {
		return value === null ? 'null' : 'integer';
	}
	return typeof value as Kind;
}
