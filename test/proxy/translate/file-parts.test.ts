import {describe, expect, test} from 'vitest';
import {outbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {proxy, upstream} from '../proxies.ts';

const pdf = Buffer.from('%PDF-1.7 \xff\xfe\0 not a text', 'latin1').toString('base64');
const notes = Buffer.from('die Notizen: ä').toString('base64');
const dataUrl = (mimeType: string, data: string) => `data:${mimeType};base64,${data}`;

/** A file as the client of each protocol sends it. */
const clients = {
	'/v1/responses': (name: string, mimeType: string, data: string) => ({
		input: [
			{
				role: 'user',
				content: [{type: 'input_file', filename: name, file_data: dataUrl(mimeType, data)}],
			},
		],
	}),
	'/v1/chat/completions': (name: string, mimeType: string, data: string) => ({
		messages: [
			{
				role: 'user',
				content: [{type: 'file', file: {filename: name, file_data: dataUrl(mimeType, data)}}],
			},
		],
	}),
	'/v1/messages': (name: string, mimeType: string, data: string) => ({
		max_tokens: 9,
		messages: [
			{
				role: 'user',
				content: [
					{type: 'document', title: name, source: {type: 'base64', media_type: mimeType, data}},
				],
			},
		],
	}),
	'/v1beta/models/m:generateContent': (displayName: string, mimeType: string, data: string) => ({
		contents: [{role: 'user', parts: [{inlineData: {displayName, mimeType, data}}]}],
	}),
} as const;
type Path = keyof typeof clients;
const paths = Object.keys(clients) as Path[];
const kinds = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
const pairs = paths.flatMap(path => kinds.map(kind => [path, kind] as const));

async function sent(path: Path, kind: (typeof kinds)[number], body: object) {
	const up = await upstream();
	up.always(asked => asked.answer({status: 418, body: asked.body}));
	// Without a say in it the proxy translates: nothing is handed on as it is.
	const {ask} = await proxy({
		providers: [{name: 'up', kind, baseUrl: up.baseUrl, models: ['m'], toolCalls: 'text'}],
	});
	let heard = '';
	up.always(asked => {
		heard = JSON.stringify(asked.body);
		asked.answer({status: 418});
	});
	const answer = await ask(path, {body: {...body, model: 'm'}});
	return {answer, heard};
}

describe.each(pairs)('a file from %s to a provider of %s', (path, kind) => {
	test('that is text arrives as text, with its name', async () => {
		const {heard} = await sent(path, kind, clients[path]('a.txt', 'text/plain', notes));
		expect(heard).toContain('a.txt');
		expect(heard).toContain('die Notizen: ä');
	});

	test('that is none arrives as it is, or is refused with words', async () => {
		const {heard, answer} = await sent(path, kind, clients[path]('a.pdf', 'application/pdf', pdf));
		if (kind === 'openai-chat') {
			expect(answer.status).toBe(400);
			const {message} = (await answer.json()).error;
			expect(message).toBe(
				"“a.pdf” can't be sent to up, which takes no such files: send its text.",
			);
			expect(heard).toBe('');
		} else {
			expect(heard).toContain(pdf);
		}
	});
});

test.each([
	['/v1/responses', {input: [{role: 'user', content: [{type: 'input_file', file_id: 'f'}]}]}],
	[
		'/v1/chat/completions',
		{messages: [{role: 'user', content: [{type: 'file', file: {file_id: 'f'}}]}]},
	],
	[
		'/v1/messages',
		{
			max_tokens: 9,
			messages: [
				{role: 'user', content: [{type: 'document', source: {type: 'file', file_id: 'f'}}]},
			],
		},
	],
	[
		'/v1/chat/completions',
		{messages: [{role: 'user', content: [{type: 'input_audio', input_audio: {data: ''}}]}]},
	],
] as const)('what lies at a provider, or sounds, is refused by name: %s %#', async (path, body) => {
	const {answer, heard} = await sent(path, 'openai-chat', body);
	expect(answer.status).toBe(400);
	expect(JSON.stringify(await answer.json())).toMatch(/can't be carried/);
	expect(heard).toBe('');
});

test('Chat Completions carries files where it is known to', () => {
	const part = {type: 'file', name: 'a.pdf', url: dataUrl('application/pdf', pdf)} as const;
	const {body} = outbounds['openai-chat'].encode(
		{
			model: 'm',
			stream: false,
			instructions: '',
			items: [{type: 'message', role: 'user', parts: [part]}],
			tools: [],
			toolChoice: 'auto',
			options: {},
			notices: [],
		},
		{model: 'm', baseUrl: 'https://api.openai.com/v1'},
	);
	expect(JSON.stringify(body)).toContain('"file_data":"data:application/pdf');
});
