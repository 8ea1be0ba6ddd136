import type {JsonObject} from '../../../source/events/json.ts';
import type {OfferedTool} from '../../../source/proxy/repair/attempt.ts';

/** What the tests offer: no arguments, one, several, and all the types that there are. */
export const tools: readonly OfferedTool[] = [
	tool('get_weather', {city: {type: 'string'}, days: {type: 'integer'}}, ['city']),
	tool('run_command', {cmd: {type: 'string'}}, ['cmd']),
	tool('write_file', {path: {type: 'string'}, content: {type: 'string'}}, ['path', 'content']),
	tool('fetch_url', {url: {type: 'string'}}, ['url']),
	tool('list_jobs', {}, []),
	tool(
		'search_code',
		{
			pattern: {type: 'string'},
			limit: {type: 'integer'},
			ratio: {type: 'number'},
			exact: {type: 'boolean'},
			paths: {type: 'array', items: {type: 'string'}},
			options: {type: 'object'},
		},
		['pattern'],
	),
];

function tool(name: string, properties: JsonObject, required: readonly string[]): OfferedTool {
	return {name, form: 'function', parameters: {type: 'object', properties, required}};
}
