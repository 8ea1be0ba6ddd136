import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {type McpServer, methods} from '@agentclientprotocol/sdk';
import {expect, it} from 'vitest';
import {nameTools} from '../../../source/mcp-tools/tool-names.ts';
import {openMcpScript, plainTool} from '../../helpers/mcp-script.ts';
import {acpWorld, bye, callsIn, turnMs} from './acp-world.ts';
import {openEditor} from './editor.ts';

/** The name that models have for a tool of an editor's server. */
const named = (server: string, name: string) => [...nameTools([{server, name}]).keys()][0]!;

const sentNames = (request: object | undefined) =>
	(request as {tools: {function: {name: string}}[]}).tools.map(tool => tool.function.name);

const asBrought = ({entry}: ReturnType<typeof openMcpScript>, name: string): McpServer => ({
	name,
	...entry,
	env: [],
});

it(
	'the servers that an editor names start when they are needed, ask as any other, are stored nowhere, and end when it names them no more',
	turnMs,
	async () => {
		const name = named('notes@zed-editor', 'look');
		const {place, model} = await acpWorld({type: 'call', name, input: {at: 'all'}}, bye, bye);
		const server = openMcpScript({tools: [plainTool('look')]});
		const editor = await openEditor({place, name: 'Zed Editor'});
		const brought = [asBrought(server, 'notes')];
		const {sessionId} = await editor.agent.request(methods.agent.session.new, {
			cwd: place.cwd,
			mcpServers: brought,
		});
		expect(await editor.prompt(sessionId, '/mcp')).toBe('end_turn');
		expect(editor.words(sessionId)).toContain('notes@zed-editor');
		expect(server.calls()).toEqual([]);
		for (const [command, answer] of [
			['restart', 'is ready, with 1 tool'],
			['off', 'is off for this session'],
			['on', 'is on; it starts'],
		]) {
			await editor.prompt(sessionId, `/mcp ${command} notes@zed-editor`);
			expect(editor.words(sessionId)).toContain(answer);
		}

		editor.onAsk(() => 'allow-once');
		expect(await editor.prompt(sessionId, 'look at the notes')).toBe('end_turn');
		expect(sentNames(model.requests[0])).toContain(name);
		expect(editor.asked()).toHaveLength(1);
		expect(JSON.stringify(editor.asked()[0])).toContain('notes@zed-editor');
		expect(callsIn(editor.updates(sessionId))).toMatchObject([{status: 'completed'}]);
		expect(server.calls().filter(call => call.name === 'look')).toMatchObject([
			{given: {at: 'all'}},
		]);
		expect(readFileSync(join(place.home, 'config.json'), 'utf8')).not.toContain('notes');

		await editor.agent.request(methods.agent.session.load, {
			sessionId,
			cwd: place.cwd,
			mcpServers: [],
		});
		await editor.prompt(sessionId, 'once more');
		expect(sentNames(model.requests.at(-1))).not.toContain(name);
	},
);

it(
	'a server that can not be used is named with the reason, and the session is there',
	turnMs,
	async () => {
		const {place} = await acpWorld(bye);
		const editor = await openEditor({place});
		const {sessionId} = await editor.agent.request(methods.agent.session.new, {
			cwd: place.cwd,
			mcpServers: [{type: 'sse', name: 'old', url: 'http://127.0.0.1:1/sse', headers: []}],
		});
		await expect
			.poll(() => editor.words(sessionId))
			.toContain('old@test-editor: servers of the old');
		expect(await editor.prompt(sessionId, 'hello')).toBe('end_turn');
	},
);
