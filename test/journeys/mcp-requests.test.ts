import {pathToFileURL} from 'node:url';
import {describe, expect, it} from 'vitest';
import type {Place} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openMcpScript, plainTool} from '../helpers/mcp-script.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

async function open(request: object, more: object = {}) {
	const server = openMcpScript({tools: [plainTool('work')], answers: {work: {request}}, ...more});
	const rules = [{scope: 'mcp:box', match: 'work', then: 'allow'}];
	const {place, upstream} = await openScriptedPlace({
		...{mcpServers: {box: server.entry}, permissions: {rules}},
	});
	return {server, place, upstream};
}

/** The model calls the tool, during which the server asks. */
async function begin(place: Place, upstream: Awaited<ReturnType<typeof open>>['upstream']) {
	const agent = openRobot({place, rows: 30});
	agent.say('/mcp box');
	await agent.see(/ready, \d+ tools?/);
	agent.press('Escape');
	await agent.seeNot('Esc closes');
	agent.say('work');
	const asked = await upstream.next();
	asked.call({id: 'c1', name: 'box__work', arguments: '{}'});
	asked.finish();
	return agent;
}

const elicit = (requestedSchema: object, message = 'Which branch?\u001B[2J') => ({
	method: 'elicitation/create',
	params: {message, requestedSchema},
});

const branch = {
	type: 'object',
	properties: {
		branch: {type: 'string', title: 'Branch', enum: ['main', 'next']},
		count: {type: 'integer', minimum: 1},
	},
	required: ['branch', 'count'],
};

async function told(upstream: Awaited<ReturnType<typeof open>>['upstream']): Promise<string> {
	const next = await upstream.next();
	next.say('Well.');
	next.finish();
	return JSON.stringify(next.body.messages.at(-1));
}

describe('a server that asks while it works', () => {
	it('gets what a person filled in, field by field, and a wrong value is asked for again', async () => {
		const {place, upstream} = await open(elicit(branch));
		const agent = await begin(place, upstream);
		const card = await agent.see('box asks (1 of 2)');
		expect(card).toContain('For the MCP server box');
		expect(card).toContain('Which branch?');
		expect(card).toContain('Branch (one of main, next)');
		await agent.answer('m', 'Branch (one of main, next)');
		agent.type('ian');
		agent.press('Enter');
		await agent.see('try 2 of 3');
		await agent.answer('n', 'try 2 of 3');
		agent.type('ext');
		agent.press('Enter');
		await agent.answer('3', 'box asks (2 of 2)');
		agent.press('Enter');
		expect(await told(upstream)).toContain(
			'\\\\\\"branch\\\\\\":\\\\\\"next\\\\\\",\\\\\\"count\\\\\\":3',
		);
		await agent.see('Well.');
	});

	it('is told that a person said no', async () => {
		const {place, upstream} = await open(elicit(branch));
		const agent = await begin(place, upstream);
		await agent.see('box asks (1 of 2)');
		agent.clock.skip(2000);
		agent.press('Escape');
		expect(await told(upstream)).toContain('decline');
	});

	it('has an address shown, which nothing of ours opens, and learns that the person was there', async () => {
		const url = 'https://example.com/sign?in=1';
		const {place, upstream} = await open({
			method: 'elicitation/create',
			params: {mode: 'url', message: 'Sign in', url, elicitationId: 'e1'},
		});
		const agent = await begin(place, upstream);
		const card = await agent.see('box asks you to visit example.com');
		expect(card).toContain(url);
		await agent.answer('d', 'type done when you are back');
		agent.type('one');
		agent.press('Enter');
		expect(await told(upstream)).toContain('accept');
	});

	it('is declined when no call runs there, and nobody is asked', async () => {
		const {server, place, upstream} = await open({}, {atStart: elicit(branch, 'Just so')});
		const agent = await begin(place, upstream);
		await expect
			.poll(() => server.calls().flatMap(({answered}) => (answered ? [answered] : [])))
			.toEqual([{action: 'decline'}]);
		expect(agent.screen()).not.toContain('Just so');
	});

	it('learns which folder this is, without a question', async () => {
		const {place, upstream} = await open({method: 'roots/list'});
		await begin(place, upstream);
		expect(await told(upstream)).toContain(pathToFileURL(place.cwd).href);
	});

	it('asks the model for a typed yes only, with its own words and nothing else', async () => {
		const {place, upstream} = await open({
			method: 'sampling/createMessage',
			params: {
				messages: [{role: 'user', content: {type: 'text', text: 'Say something nice.'}}],
				maxTokens: 100,
			},
		});
		const agent = await begin(place, upstream);
		const card = await agent.see('box wants to ask the model');
		expect(card).toContain('Say something nice.');
		await agent.answer('y', 'Type yes to send it.');
		agent.type('es');
		agent.press('Enter');
		const sampled = await upstream.next();
		expect(JSON.stringify(sampled.body)).toContain('Say something nice.');
		expect(JSON.stringify(sampled.body)).not.toContain('"work"');
		expect(sampled.body.tools ?? []).toEqual([]);
		sampled.say('You are kind.');
		sampled.finish();
		expect(await told(upstream)).toContain('You are kind.');
	});
});

describe('a server that asks to harm', () => {
	const many = Array.from({length: 100}, (_, index) => index);
	const ask = (message: string) =>
		elicit({type: 'object', properties: {a: {type: 'string'}}}, message);
	const answersOf = ({server}: Awaited<ReturnType<typeof open>>) =>
		server.calls().flatMap(({answered}) => (answered ? [answered] : []));

	it('has its question taken away when its call is over', async () => {
		const opened = await open({}, {answers: {work: {also: [ask('Still there?')], hold: true}}});
		const agent = await begin(opened.place, opened.upstream);
		await agent.see('Still there?');
		opened.server.write({tools: [plainTool('work')], answers: {work: {isOver: true}}});
		expect(await told(opened.upstream)).toContain('over');
		await agent.see('Well.');
		await agent.seeNot('Still there?');
		await expect.poll(() => answersOf(opened)).toHaveLength(1);
		expect(answersOf(opened)).not.toContainEqual(expect.objectContaining({action: 'accept'}));
	});

	it('a hundred times at once asks a person three times at most, and one refusal is for all', async () => {
		const also = many.map(index => ask(`Question ${index}.`));
		const opened = await open({}, {answers: {work: {also, hold: true}}});
		const agent = await begin(opened.place, opened.upstream);
		await agent.see('Question 0.');
		await expect.poll(() => answersOf(opened).length).toBe(97);
		agent.clock.skip(2000);
		agent.press('Escape');
		await expect.poll(() => answersOf(opened).length).toBe(100);
		await agent.see('asks too much');
		await agent.seeNot('box asks (');
	});

	it('for a password has that said by us', async () => {
		const {place, upstream} = await open(ask('Your password for prod'));
		const agent = await begin(place, upstream);
		await agent.see('box asks for what sounds like a secret');
	});

	it('for a visit to what is no web address is declined, and nobody is asked', async () => {
		const url = 'file:///etc/passwd';
		const params = {mode: 'url', message: 'Look', url, elicitationId: 'e1'};
		const {place, upstream} = await open({method: 'elicitation/create', params});
		await begin(place, upstream);
		expect(await told(upstream)).toContain('decline');
	});

	it('the model for fewer tokens than none gains none', async () => {
		const content = {type: 'text', text: 'Hello.'};
		const params = {messages: [{role: 'user', content}], maxTokens: -1_000_000};
		const {place, upstream} = await open({method: 'sampling/createMessage', params});
		const agent = await begin(place, upstream);
		await agent.see(/About \d+ tokens on your account/);
	});
});

describe('a server where nobody sits', () => {
	it('is not told that it may ask', async () => {
		const {server, place, upstream} = await open(elicit(branch));
		const ran = runInside(['exec', 'work'], {place});
		const asked = await upstream.next();
		asked.call({id: 'c1', name: 'box__work', arguments: '{}'});
		asked.finish();
		await told(upstream);
		await ran;
		expect(server.calls()[0]?.client).not.toHaveProperty('elicitation');
		expect(server.calls()[0]?.client).not.toHaveProperty('sampling');
	});
});
