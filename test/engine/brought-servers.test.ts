import {describe, expect, it} from 'vitest';
import {bringServers} from '../../source/engine/brought-servers.ts';
import type {EngineParts} from '../../source/engine/engine-parts.ts';
import type {JsonObject} from '../../source/events/json.ts';
import {readServerEntries} from '../../source/mcp-client/server-entry.ts';
import {openTestEngine} from '../helpers/test-engine.ts';
import {openServers, rawServer} from '../mcp-client/servers.ts';

function bring(from: string, servers: JsonObject, own: Readonly<Record<string, object>> = {}) {
	const mcpServers = openServers({}, {servers: readServerEntries(own, 'settings')});
	const answer = bringServers(
		{ports: {mcpServers} as unknown as EngineParts['ports']},
		{from, servers},
	);
	return {answer, brought: mcpServers.brought(), states: mcpServers.states.snapshot()};
}

const program = {command: 'cat'};

describe('a server of an editor', () => {
	it.each([
		['Zed', 'files', 'files@zed'],
		['JetBrains IDE 2026', 'files', 'files@jetbrains-ide-2026'],
		['folder', 'files', 'files@editor'],
		['', 'files', 'files@editor'],
		['Zed', 'my files', 'my-files-3c02e6@zed'],
		['Zed', 'my/files', 'my-files-861e74@zed'],
	])('of %j called %j is %s here', (from, name, expected) => {
		expect(bring(from, {[name]: program}).brought.map(one => one.name)).toEqual([expected]);
	});

	it('has no say in the machine, the sandbox or what is always sent', () => {
		const entry = {...program, host: 'web1', sandbox: true, alwaysLoad: true, timeoutMs: 1};
		expect(bring('Zed', {files: entry}).brought).toMatchObject([
			{host: null, wantsSandbox: false, alwaysLoad: false, timeoutMs: null},
		]);
	});

	it('does not take the name of a server of the settings, and the editor is told', () => {
		const {answer, states} = bring('Zed', {files: program}, {'files@zed': {command: 'ls'}});
		expect(answer).toMatchObject({ok: true, value: [expect.stringContaining('another server')]});
		expect(states).toMatchObject([{name: 'files@zed', origin: 'settings', place: 'ls'}]);
	});

	it('gets its words as they are: what looks like a reference runs no command and reads no variable', async () => {
		const {entry, notes} = rawServer('well', {
			env: {LITERAL: `\${command:touch made} \${env:HOME}`},
		});
		const mcpServers = openServers({});
		bringServers(
			{ports: {mcpServers} as unknown as EngineParts['ports']},
			{from: 'Zed', servers: {one: entry}},
		);
		const tools = await mcpServers.tools('one@zed', new AbortController().signal);
		expect(tools.ok).toBe(true);
		expect(notes()).not.toEqual([]);
	});

	it('goes along to the process that takes the session over, and starts there when it is needed', async () => {
		const {entry, notes} = rawServer('well');
		const first = openTestEngine();
		await first.engine.query({type: 'bring-servers', from: 'Zed', servers: {one: entry}});
		const stopped = await first.engine.handOver.stop();
		const next = openTestEngine();
		const handed = stopped.ok ? JSON.parse(JSON.stringify(stopped.value.handed)) : null;
		const taken = await next.engine.handOver.take(handed);
		taken.ok && taken.value.begin({});
		expect(notes()).toEqual([]);
		const tools = await next.engine.query({type: 'server-tools', server: 'one@zed'});
		expect(tools.ok && tools.value.map(({name}) => name)).toContain('echo');
		stopped.ok && stopped.value.goOn();
	});
});
