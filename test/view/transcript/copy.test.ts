import {expect, test} from 'vitest';
import {defaultFrontEndSettings as settings} from '../../../source/events/settings.ts';
import {createTranscript} from '../../../source/view/transcript/cache.ts';
import {
	codeBlock,
	codeBlocksOf,
	lastMessage,
	lastOutput,
	lastReply,
	textOfBlock,
} from '../../../source/view/transcript/copy.ts';
import {
	extendSelection,
	isSelected,
	selectedText,
	startSelection,
} from '../../../source/view/transcript/selection.ts';
import {testPaint} from '../markdown/fixture.ts';
import {call, chatState, ended, message, reply} from './fixture.ts';

const text = 'First:\n\n```ts\nconst a = 1;\n\nlet b;\n```\n\n- then\n  ```\n  ls\n  ```\n';
const state = chatState([
	message('do it'),
	reply(text),
	call('1', {status: ended({status: 'ok', result: {output: 'out\nput\n'}})}),
	call('2', {status: ended({status: 'denied'})}),
	reply('No code here.'),
	reply('  ', {name: 'silent', ended: {finish: 'calls', durationMs: 1}}),
]);

test('a reply is copied as it was written', () => {
	expect(lastReply(state)).toBe('No code here.');
	expect(lastMessage(state)).toBe('do it');
	expect(lastReply(chatState([]))).toBe(null);
});

test('code is copied without its fence and its indent', () => {
	expect(codeBlocksOf(text)).toEqual(['const a = 1;\n\nlet b;', 'ls']);
	expect(codeBlock(state)).toBe('ls');
	expect(codeBlock(state, 1)).toBe('const a = 1;\n\nlet b;');
	expect(codeBlock(state, 3)).toBe(null);
	expect(codeBlock(chatState([message('x')]))).toBe(null);
});

test('the output copied is that of the last command that had any', () => {
	expect(lastOutput(state)).toBe('out\nput\n');
	expect(lastOutput(chatState([]))).toBe(null);
});

test('every block has a text', () => {
	const transcript = createTranscript({paint: testPaint(), settings});
	transcript.update(state, 40);
	expect(transcript.blocks().map(textOfBlock)).toEqual([
		'do it',
		text,
		'out\nput\n',
		'run 2',
		'No code here.',
		'',
	]);
});

test('whole rows are selected in both directions, over blocks, to the ends', () => {
	const transcript = createTranscript({paint: testPaint(), settings});
	transcript.update(chatState([message('one\ntwo'), reply('three\n\n- four')]), 40);
	const start = startSelection({block: 'message:one\ntwo', offset: 1});
	expect(selectedText(transcript, start)).toBe('  two');
	const down = extendSelection(transcript, start, 2);
	expect(selectedText(transcript, down)).toBe('  two\n\nthree');
	const up = extendSelection(transcript, down, -3);
	expect(selectedText(transcript, up)).toBe('❯ one\n  two');
	expect(selectedText(transcript, extendSelection(transcript, start, 99))).toBe(
		'  two\n\nthree\n\n• four',
	);
	expect(isSelected(transcript, up, {block: 'message:one\ntwo', offset: 0})).toBe(true);
	expect(isSelected(transcript, start, {block: 'message:one\ntwo', offset: 0})).toBe(false);
});
