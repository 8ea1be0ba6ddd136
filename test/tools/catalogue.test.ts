import {describe, expect, it} from 'vitest';
import {isJsonObject} from '../../source/events/json.ts';
import {builtInTools, createCatalogue} from '../../source/tools/catalogue.ts';
import {tools} from './tool-harness.ts';

describe('the catalogue', () => {
	const catalogue = createCatalogue();

	it('finds a tool by its name and by its other names', () => {
		expect(catalogue.find('unified_exec')?.name).toBe('unified_exec');
		expect(catalogue.find('exec_command')?.name).toBe('unified_exec');
		expect(catalogue.find('nothing')).toBeUndefined();
	});

	it('has every name once, and describes each tool to the model', () => {
		const names = builtInTools.flatMap(tool => [tool.name, ...(tool.aliases ?? [])]);
		expect(new Set(names).size).toBe(names.length);
		expect(catalogue.descriptions.map(({name}) => name)).toEqual(catalogue.names);
	});

	it.each(builtInTools.map(tool => [tool.name, tool] as const))(
		'says of every argument of %s what it is',
		(_, tool) => {
			expect(tool.parameters['type']).toBe('object');
			const properties = tool.parameters['properties'];
			for (const property of Object.values(isJsonObject(properties) ? properties : {})) {
				expect(property).toMatchObject({type: expect.any(String), description: expect.any(String)});
			}
		},
	);

	it.each([
		['unified_exec', {cmd: 'ls'}, 'shell', 'ls'],
		['unified_exec', {cmd: 'ls', shell: '/tmp/x'}, 'shell', 'ls (with /tmp/x)'],
		['unified_exec', {cmd: 'ls', workdir: '/tmp'}, 'shell', 'ls (in /tmp)'],
		['run_in_terminal', {command: 'ls', explanation: 'x'}, 'shell', 'ls'],
		['write_stdin', {session_id: 1, chars: 'a\n'}, 'shell', 'type into terminal 1: "a\\n"'],
		['write_stdin', {session_id: 1, keys: ['C-c']}, 'shell', 'type into terminal 1: C-c'],
		['write_stdin', {session_id: 1}, null, 'wait for terminal 1'],
		['read_terminal', {session_id: 1}, null, 'look at terminal 1 (screen)'],
		['resize_terminal', {session_id: 1, columns: 80, rows: 24}, null, 'resize terminal 1 to 80x24'],
		['list_pty_sessions', {}, null, 'list the terminals'],
		['signal_terminal', {session_id: 1, signal: 'INT'}, 'shell', 'send SIGINT to terminal 1'],
		['close_pty_session', {session_id: 1, force: true}, 'shell', 'close terminal 1 by force'],
		['read_file', {path: 'package.json'}, null, 'read package.json'],
		['read_file', {path: '/etc/passwd'}, 'read', 'read /etc/passwd'],
		['list_files', {}, null, 'list .'],
		['search_files', {pattern: 'x', path: '..'}, 'read', 'search .. for "x"'],
	] as const)('asks for %s %j as it should', (name, input, scope, summary) => {
		const tool = catalogue.find(name)!;
		expect(tool.scope(input, tools().context)).toBe(scope);
		expect(tool.summary(input)).toBe(summary);
	});
});
