import {expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {JsonObject} from '../../source/events/json.ts';
import type {InputItem, Part} from '../../source/events/part.ts';
import {type ModelRequest, requestBody} from '../../source/model/model.ts';
import {withImages} from '../../source/model/with-images.ts';

const result = (id: string, ...names: readonly string[]): InputItem => ({
	type: 'result',
	id,
	output: '{"success":true}',
	images: names.map(name => ({name})),
});

/** Asks a model that answers with these failures first, and returns what it was sent. */
async function ask(
	input: readonly InputItem[],
	{isTaken = true, failures = [] as readonly Part[], again = 1} = {},
) {
	const sent: ModelRequest[] = [];
	const left = [...failures];
	const model = withImages(
		{
			async *stream(request) {
				sent.push(request);
				yield left.shift() ?? {type: 'text', text: 'Seen.'};
			},
		},
		{
			read: name => (name === 'gone' ? null : `data:image/png;base64,${name}`),
			isTaken: () => isTaken,
		},
	);
	const {signal} = new AbortController();
	const parts: Part[] = [];
	for (let count = 0; count < again; count += 1) {
		for await (const part of model.stream({
			model: 'a/b',
			instructions: '',
			input,
			tools: [],
			signal,
		})) {
			parts.push(part);
		}
	}
	const firsts = sent.map(request => (requestBody(request)['input'] as readonly JsonObject[])[0]);
	return {
		parts,
		outputs: firsts.map(first => first?.['output']),
		contents: firsts.map(first => first?.['content']),
	};
}

it('a model that takes images gets those of a result beside its text', async () => {
	const {outputs} = await ask([result('1', 'one', 'gone')]);
	expect(outputs).toEqual([
		[
			{
				type: 'input_text',
				text: '{"success":true}\n[image 2 is left out: it is there no more]',
			},
			{type: 'input_image', image_url: 'data:image/png;base64,one'},
		],
	]);
});

it('the image of a message goes the same way', async () => {
	const user: InputItem = {type: 'user', text: 'Look.', images: [{name: 'one'}]};
	const contents = async (isTaken: boolean) => (await ask([user], {isTaken})).contents;
	expect(await contents(true)).toEqual([
		[
			{type: 'input_text', text: 'Look.'},
			{type: 'input_image', image_url: 'data:image/png;base64,one'},
		],
	]);
	expect(await contents(false)).toEqual([
		[
			{
				type: 'input_text',
				text: 'Look.\n[image 1 is left out: the model that is chosen takes none]',
			},
		],
	]);
});

it('one that takes none is told so in the result', async () => {
	const {outputs} = await ask([result('1', 'one')], {isTaken: false});
	expect(outputs).toEqual([
		'{"success":true}\n[image 1 is left out: the model that is chosen takes none]',
	]);
});

it('one that refuses them is asked again without, and then given none', async () => {
	const refused: Part = {type: 'failure', failure: failed('refused', 'no images here')};
	const {parts, outputs} = await ask([result('1', 'one')], {failures: [refused], again: 2});
	expect(parts.map(({type}) => type)).toEqual(['text', 'text']);
	expect(outputs.map(output => typeof output)).toEqual(['object', 'string', 'string']);
	expect(outputs[1]).toContain('[image 1 is left out: the model refused it]');
});

it.each<[string, Part]>([
	['an outage', {type: 'failure', failure: failed('unreachable', 'away')}],
	[
		'a request that is too long',
		{
			type: 'failure',
			failure: {kind: 'refused', message: 'long', detail: 'context_length_exceeded'},
		},
	],
])('%s is no refusal of images', async (_, failure) => {
	const {parts, outputs} = await ask([result('1', 'one')], {failures: [failure]});
	expect(parts).toEqual([failure]);
	expect(outputs).toHaveLength(1);
});

it('of many images the newest eight are sent, each image once more where it comes twice', async () => {
	const names = Array.from({length: 10}, (_, at) => `n${at}`);
	const {outputs} = await ask([result('1', ...names, 'n9')]);
	const [{text} = {text: ''}, ...images] = outputs[0] as unknown as {
		text: string;
		image_url: string;
	}[];
	expect(text).toContain('[image 1 is left out: only the newest images are sent]');
	expect(text).toContain('[image 2 is left out');
	expect(text).not.toContain('[image 3 ');
	expect(images.map(({image_url}) => image_url.split(',')[1])).toEqual([...names.slice(2), 'n9']);
});
