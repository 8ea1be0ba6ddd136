import {describe, expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {McpContent} from '../../source/events/mcp.ts';
import {callOutcome} from '../../source/mcp-tools/call-outcome.ts';

const called = {
	server: 'box',
	hide: (text: string) => text.replaceAll('hunter2', '‹hidden›'),
	keepImage: (data: string) => (data.startsWith('iVBOR') ? `${data}.png` : null),
};
const text = (words: string): McpContent => ({type: 'text', text: words});
const ok = (content: readonly McpContent[], more: object = {}) =>
	callOutcome({status: 'ok', content, ...more}, called);

describe('the result of a server', () => {
	it('is data: without escape sequences, hidden characters and secrets', () => {
		const said = '\u001B]0;title\u0007\u001B[2Jhello\u{E0041}\u200B hunter2\r\u0000';
		expect(ok([text(said)])).toMatchObject({
			status: 'ok',
			result: {success: true, content: 'hello ‹hidden›␍␀'},
		});
	});

	it('is cut, and says so; a secret at the cut is hidden whole', () => {
		const outcome = ok([text(`${'x'.repeat(39_996)}hunter2`.repeat(30))]);
		const content = outcome.status === 'ok' ? String(outcome.result['content']) : '';
		expect(content.length).toBeLessThan(40_100);
		expect(content).not.toContain('hunt');
		expect(outcome).toMatchObject({result: {truncated: true}});
	});

	it('hands on the images that a model can be given, eight at most, each with its number', () => {
		const image = (data: string): McpContent => ({type: 'image', mimeType: 'image/png', data});
		const blob = {type: 'resource', uri: 'a://b', mimeType: 'image/png', blob: 'iVBOR0'} as const;
		const outcome = ok([
			blob,
			image('wrong'),
			...Array(9)
				.fill(0)
				.map((_, at) => image(`iVBOR${at + 1}`)),
		]);
		const result = outcome.status === 'ok' ? outcome.result : {};
		expect(result['images']).toHaveLength(8);
		expect(result['images']).toMatchObject(
			[
				{image: 'iVBOR0.png', number: 1},
				{image: 'iVBOR1.png', number: 2},
			].concat(Array(6).fill(expect.anything())),
		);
		expect(result['content']).toMatch(
			/^\[resource a:\/\/b, image\/png, \d B, image 1\]\n\[image, image\/png, \d B: left out, as only PNG/,
		);
		expect(result['left_out']).toContain('3 of its parts');
	});

	it('names what the model can not be handed', () => {
		const outcome = ok([
			{type: 'image', mimeType: 'image/png', data: 'A'.repeat(4000)},
			{type: 'resource', uri: 'file:///a', text: 'inside'},
			{type: 'resource', uri: 'file:///b', mimeType: 'application/zip', blob: 'AAAA'},
			{type: 'link', uri: 'https://a.example', name: 'page'},
		]);
		const content = outcome.status === 'ok' ? String(outcome.result['content']) : '';
		expect(content).toContain('[image, image/png, ');
		expect(content).toContain('[resource file:///a]\ninside');
		expect(content).toContain('[resource file:///b, application/zip, ');
		expect(content).toContain('[link to page: https://a.example]');
		expect(outcome).toMatchObject({result: {left_out: expect.stringContaining('1 of its parts')}});
	});

	it('that is not what the server promised is used, and the model is told', () => {
		const outputSchema = {type: 'object', required: ['id']};
		const outcome = callOutcome(
			{status: 'ok', content: [text('It is done.')], structured: {}},
			{...called, outputSchema},
		);
		expect(outcome).toMatchObject({
			status: 'ok',
			result: {content: 'It is done.', unlike_promised: expect.stringContaining('"id" is missing')},
		});
	});

	it('has its structured form once only', () => {
		const structured = {temperature: 3};
		const twice = ok([text('{ "temperature": 3 }')], {structured});
		expect(twice.status === 'ok' && twice.result).not.toHaveProperty('structured');
		expect(ok([text('It is cold.')], {structured})).toMatchObject({result: {structured}});
	});

	it('that the tool calls an error is a failure, whatever it says', () => {
		const outcome = callOutcome(
			{status: 'tool_error', content: [text('no such issue\ndetails')]},
			called,
		);
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: {message: 'box answered with an error: no such issue'},
			result: {success: false, content: 'no such issue\ndetails'},
		});
	});

	it.each([
		['lost', 'lost'],
		['timeout', 'failed'],
	] as const)('that was %s is told as one of unknown outcome', (status, expected) => {
		const outcome = callOutcome({status, failure: failed('unreachable', 'It ended.')}, called);
		expect(outcome).toMatchObject({
			status: expected,
			result: {success: false, outcome: 'unknown', error: {message: 'It ended.'}},
		});
	});
});
