import {describe, expect, it, onTestFinished} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {OfferedMcpTool} from '../../source/events/offered-mcp-tool.ts';
import type {ToolPin} from '../../source/mcp-tools/definition.ts';
import {createServerCatalogue} from '../../source/mcp-tools/server-catalogue.ts';
import {reduceOfferedTools} from '../../source/state/offered-tools.ts';
import type {ToolContext} from '../../source/tools/tool.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {scriptedServers} from '../helpers/scripted-servers.ts';

function open(names: readonly string[], always: readonly string[] = []) {
	const servers = scriptedServers(names, always);
	const clock = fakeClock();
	const notices: string[] = [];
	const pins = new Map<string, ToolPin>();
	let offered: readonly OfferedMcpTool[] = [];
	const catalogue = createServerCatalogue({
		servers,
		clock,
		notify: text => void notices.push(text),
		pins: {all: () => pins, pin: (_, tool, pin) => void pins.set(tool, pin)},
		hide: text => text.replaceAll('hunter2', '‹hidden›'),
		keepImage: () => null,
		offered: () => offered,
		offer: change => {
			offered = reduceOfferedTools(offered, {type: 'tools.offered', ...change} as Stamped);
		},
		waitMsMax: 1000,
	});
	onTestFinished(catalogue.close);
	const run = (name: string, input: object = {}) =>
		catalogue.find(name)!.run(
			input as never,
			{
				signal: new AbortController().signal,
				progress() {},
			} as unknown as ToolContext,
		);
	const sent = () => catalogue.descriptions().map(({name}) => name);
	return {servers, clock, notices, pins, catalogue, run, sent};
}

const many = (count: number, more: object = {}) =>
	Array.from({length: count}, (_, index) => ({
		name: `tool_${index}`,
		description: `Does thing number ${index}.`,
		...more,
	}));

describe('the tools of servers', () => {
	it('are all sent while they are few', async () => {
		const {servers, catalogue, sent} = open(['a', 'b']);
		servers.has('a', [{name: 'one'}]);
		servers.has('b', [{name: 'one'}, {name: 'two'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', 'a__one', 'b__one', 'b__two']);
	});

	it('of a server that is brought while the session runs are sent, go with it, and do not count for the next one of its name', async () => {
		const {servers, catalogue, clock, sent} = open([]);
		await catalogue.prepare();
		expect(sent()).toEqual([]);
		servers.are(['a@zed']);
		servers.has('a@zed', [{name: 'one'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', expect.stringMatching(/^a_zed__one/)]);
		servers.are([]);
		servers.are(['a@zed']);
		const next = catalogue.prepare();
		await clock.advance(1000);
		await next;
		servers.has('a@zed', [{name: 'two'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', expect.stringMatching(/^a_zed__two/)]);
		servers.are([]);
		await catalogue.prepare();
		expect(sent()).toEqual([]);
	});

	it('of a slow server hold a request up for a second once, and come last when they are there', async () => {
		const {servers, catalogue, clock, sent} = open(['slow', 'a']);
		servers.has('a', [{name: 'one'}]);
		const first = catalogue.prepare();
		await clock.advance(1000);
		await first;
		expect(sent()).toEqual(['find_tools', 'a__one']);
		await catalogue.prepare();
		servers.has('slow', [{name: 'late'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', 'a__one', 'slow__late']);
		expect(servers.asked.filter(name => name === 'a')).toHaveLength(1);
	});

	it.each([
		['more than twenty', many(21)],
		['more than 8,000 tokens', many(19, {description: 'x'.repeat(2000)})],
	])('that are %s are found by words, and sent from then on', async (_, tools) => {
		const {servers, catalogue, run, sent} = open(['a']);
		servers.has('a', tools);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools']);
		const found = await run('find_tools', {query: 'tool 7'});
		expect(found).toMatchObject({status: 'ok', result: {searched: tools.length}});
		expect(sent()).toContain('a__tool_7');
		expect(sent().length).toBeLessThan(10);
		const before = sent();
		await catalogue.prepare();
		expect(sent()).toEqual(before);
	});

	it('that settings ask for always are sent, however many there are', async () => {
		const {servers, catalogue, sent} = open(['a', 'b'], ['b']);
		servers.has('a', many(30));
		servers.has('b', [{name: 'one'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', 'b__one']);
	});

	it('that are 5,000 cost no context, and one of them is found and called', async () => {
		const {servers, catalogue, run, sent} = open(['a']);
		servers.has('a', [...many(4999), {name: 'rename_branch', description: 'Renames a branch.'}]);
		await catalogue.prepare();
		expect(JSON.stringify(catalogue.descriptions()).length).toBeLessThan(1000);
		await run('find_tools', {query: 'rename a branch'});
		expect(sent()).toContain('a__rename_branch');
		await run('a__rename_branch', {to: 'main'});
		expect(servers.calls).toMatchObject([
			{server: 'a', tool: 'rename_branch', arguments: {to: 'main'}},
		]);
	});

	it('do not pile up: what searches loaded first is sent no more when there is too much', async () => {
		const {servers, catalogue, run, sent} = open(['a']);
		servers.has('a', many(200, {description: 'x'.repeat(1500)}));
		await catalogue.prepare();
		for (let index = 0; index < 80; index += 1) {
			await run('find_tools', {query: `tool_${index}`});
		}
		expect(JSON.stringify(catalogue.descriptions()).length).toBeLessThan(100_000);
		expect(sent()).toContain('a__tool_79');
		expect(sent()).not.toContain('a__tool_0');
	});

	it('can be called by a name that the model knows from elsewhere, also when it is not sent', async () => {
		const {servers, catalogue, run} = open(['a']);
		servers.has('a', many(30));
		await catalogue.prepare();
		await run('a__tool_3');
		expect(servers.calls).toHaveLength(1);
	});

	it('keep their place when they change, and leave when they are gone', async () => {
		const {servers, catalogue, sent} = open(['a']);
		servers.has('a', [{name: 'one'}, {name: 'two'}, {name: 'three'}]);
		await catalogue.prepare();
		servers.has('a', [{name: 'three'}, {name: 'one', description: 'new words'}]);
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', 'a__one', 'a__three']);
		expect(catalogue.descriptions()[1]?.description).toContain('new words');
	});

	it('of a server that is switched off are sent no more, and come back with it', async () => {
		const {servers, catalogue, sent} = open(['a']);
		servers.has('a', [{name: 'one'}]);
		await catalogue.prepare();
		await servers.switchOff('a');
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools']);
		servers.switchOn('a');
		await catalogue.prepare();
		expect(sent()).toEqual(['find_tools', 'a__one']);
	});

	it('that changed since they were called are not called, and the model is told', async () => {
		const {servers, catalogue, run, pins} = open(['a']);
		servers.has('a', [{name: 'one'}]);
		await catalogue.prepare();
		const before = catalogue.find('a__one')!;
		servers.has('a', [{name: 'one', description: 'Now it does something else.'}]);
		const context = {signal: new AbortController().signal} as ToolContext;
		expect(await before.hindrance!({}, context)).toMatchObject({failure: {kind: 'conflict'}});
		expect(await before.run({}, context)).toMatchObject({failure: {kind: 'conflict'}});
		servers.has('a', []);
		expect(await run('a__one')).toMatchObject({failure: {kind: 'not-found'}});
		expect(servers.calls).toEqual([]);
		expect([...pins]).toEqual([]);
	});

	it('of a server that fails are missing, and a search says why', async () => {
		const {servers, catalogue, run} = open(['a', 'b']);
		servers.fails('a', 'it ended with exit code 1');
		servers.has('b', [{name: 'one'}]);
		await catalogue.prepare();
		expect(await run('find_tools', {query: 'one'})).toMatchObject({
			result: {servers_without_tools: {a: 'failed: it ended with exit code 1'}},
		});
	});

	it('that nobody could use are named to the person once, with the reasons', async () => {
		const {servers, catalogue, notices} = open(['a']);
		const leftOut = [
			'one\u{E0049}: it is wrong',
			'two: so is it',
			'three: it too',
			'four: and this',
		];
		servers.has('a', [{name: 'good'}], leftOut);
		await catalogue.prepare();
		servers.has('a', [{name: 'good'}, {name: 'better'}], leftOut);
		await catalogue.prepare();
		expect(notices).toEqual([
			"MCP server a: left out, as they can't be used: one: it is wrong; two: so is it; three: it too; and 1 more",
		]);
	});

	it('are told in words that hide nothing, and that are marked as those of the server', async () => {
		const {servers, catalogue} = open(['a']);
		const description = `\u001B[31mIgnore hunter2\u001B[0m\u{E0049}\u200B ${'x'.repeat(9000)}`;
		servers.has('a', [{name: 'one', description}]);
		await catalogue.prepare();
		const told = catalogue.descriptions()[1]!.description;
		expect(told).toMatch(/^MCP server a says: Ignore ‹hidden›/);
		expect(told.length).toBeLessThan(2200);
	});
});
