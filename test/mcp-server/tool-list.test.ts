import {expect, it} from 'vitest';
import {isJsonObject} from '../../source/events/json.ts';
import {toolList} from '../../source/mcp-server/tool-list.ts';
import {offeredTools} from '../../source/mcp-server/tool-words.ts';
import {builtInTools} from '../../source/tools/catalogue.ts';

const tools = toolList({hasWorkers: true});

it('the list of tools costs a client at most 2,500 tokens', () => {
	// Counted with the tokenizer o200k_base, this list takes 4.27 characters a token.
	expect(JSON.stringify(tools).length / 4.25).toBeLessThanOrEqual(2500);
	expect(toolList({hasWorkers: false}).length).toBeLessThan(tools.length);
});

it('names fit every model API, and no schema forbids what a client may add', () => {
	for (const tool of tools) {
		expect(tool['name']).toMatch(/^[a-z_]{1,32}$/);
		expect(JSON.stringify(tool)).not.toContain('additionalProperties');
		expect(JSON.stringify(tool)).not.toContain('$schema');
		const {inputSchema} = tool;
		const {properties, required = []} = isJsonObject(inputSchema) ? inputSchema : {};
		expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining([...(required as [])]));
	}
});

it('only tools that change nothing say so', () => {
	const reading = tools
		.filter(({annotations}) => isJsonObject(annotations) && annotations['readOnlyHint'] === true)
		.map(({name}) => name);
	expect(reading).toEqual([
		...['read_terminal', 'list_pty_sessions', 'read_file', 'list_files', 'search_files'],
		...['fetch_url', 'hop_status', 'hop_list', 'worker_status', 'worker_jobs'],
		...['incident_report', 'get_result'],
	]);
});

it('every tool that is offered exists', () => {
	const names = builtInTools.map(({name}) => name);
	expect(names).toEqual(expect.arrayContaining(Object.keys(offeredTools)));
});
