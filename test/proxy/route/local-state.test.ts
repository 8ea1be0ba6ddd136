import {expect, test} from 'vitest';
import {reports, type ServerKind} from '../../../source/proxy/route/local-state.ts';

const slot = (more: object = {}) => ({
	is_processing: true,
	id_task: 7,
	n_prompt_tokens: 200,
	n_prompt_tokens_processed: 50,
	next_token: [{n_decoded: 0}],
	...more,
});
const idle = slot({is_processing: false});
const writing = slot({next_token: {n_decoded: 3}});
const loading = {error: {message: 'Loading model'}};

test.each<[ServerKind, string, unknown, number, object | null]>([
	['llama.cpp', 'a slot that reads', [slot()], 200, {what: 'reading', percent: 25}],
	['llama.cpp', 'what was kept', [slot({n_prompt_tokens_cache: 100})], 200, {percent: 75}],
	['llama.cpp', 'more than all', [slot({n_prompt_tokens_processed: 999})], 200, {percent: 100}],
	['llama.cpp', 'nothing yet', [slot({n_prompt_tokens_processed: 0})], 200, {percent: 0}],
	[
		'llama.cpp',
		'the one and only word',
		[slot({n_prompt_tokens: 1, n_prompt_tokens_processed: 1})],
		200,
		{percent: 100},
	],
	['llama.cpp', 'fewer than none', [slot({n_prompt_tokens_processed: -1})], 200, {what: 'reading'}],
	[
		'llama.cpp',
		'fields of another kind are none',
		[{is_processing: true, next_token: 'x', n_prompt_tokens_processed: '5'}],
		200,
		{what: 'reading'},
	],
	[
		'llama.cpp',
		'of its numbers only the total',
		[{is_processing: true, n_prompt_tokens: 200}],
		200,
		{what: 'reading', percent: 0},
	],
	['llama.cpp', 'no total', [slot({n_prompt_tokens: 0})], 200, {what: 'reading'}],
	['llama.cpp', 'two that read', [slot(), slot()], 200, {what: 'reading'}],
	['llama.cpp', 'one of two reads', [slot(), writing], 200, {what: 'reading', percent: 25}],
	['llama.cpp', 'all of them write', [writing, writing], 200, {what: 'queued'}],
	['llama.cpp', 'one is free', [writing, idle], 200, {what: 'reading'}],
	['llama.cpp', 'the model is loaded', loading, 503, {what: 'loading'}],
	['llama.cpp', 'another failure', {error: {message: 'no'}}, 503, null],
	['llama.cpp', 'no slots', [], 200, null],
	['llama.cpp', 'a list of something else', [slot(), {}], 200, null],
	['llama.cpp', 'no list', {}, 200, null],
	['ollama', 'by its whole name', {models: [{name: 'm', model: 'x'}]}, 200, {what: 'reading'}],
	['ollama', 'by its newest', {models: [{name: 'y'}, {model: 'm:latest'}]}, 200, {what: 'reading'}],
	['ollama', 'another version', {models: [{name: 'm:7b'}]}, 200, {what: 'loading'}],
	['ollama', 'no list', {models: 1}, 200, null],
	['lm-studio', 'loaded', {data: [{id: 'm', state: 'loaded'}]}, 200, {what: 'reading'}],
	[
		'lm-studio',
		'not loaded, beside one of which nothing is said',
		{data: [{id: 'a', state: 'loaded'}, {id: 'm', state: 'not-loaded'}, {id: 'b'}]},
		200,
		{what: 'loading'},
	],
	['lm-studio', 'not listed', {data: [{id: 'a', state: 'loaded'}]}, 200, {what: 'reading'}],
	['lm-studio', 'a list without states', {data: [{id: 'm'}]}, 200, null],
	['lm-studio', 'no list', [], 200, null],
])('%s, %s', (kind, _, body, status, state) => {
	const read = reports[kind].read(body as never, status, 'm');
	if (state === null) {
		expect(read).toBeNull();
	} else {
		expect(read?.state).toMatchObject(state);
		expect('percent' in read!.state).toBe('percent' in state);
	}
});

test.each<[string, object]>([
	['another request', {id_task: 8}],
	['more of the prompt', {n_prompt_tokens_processed: 51}],
	['a word more', {next_token: [{n_decoded: 1}]}],
])('llama.cpp has got further with %s', (_, more) => {
	const markOf = (one: object) => reports['llama.cpp'].read([one, idle] as never, 200, 'm')?.mark;
	expect(markOf(slot(more))).not.toBe(markOf(slot()));
	expect(markOf(slot())).toBe(markOf(slot()));
});
