import {expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import {failureLine, failureWords} from '../../source/state/failure-words.ts';

const call = {tool: 'read_file', scope: 'read'} as const;

it('a call that the model wrote wrong is told in words for a person, what the model was told below', () => {
	expect(failureWords(call, failed('bad-input', 'path has to be a text.', 'Got 3.'))).toEqual({
		message: 'The model wrote this call wrong, and was told so:',
		detail: 'path has to be a text.\nGot 3.',
	});
});

it('a tool that there is not is named without the list of those that there are', () => {
	const failure = failed('not-found', 'There is no tool "fly". The tools are: read_file, list.');
	expect(failureWords({tool: 'fly', scope: null}, failure)).toEqual({
		message: 'The model asked for a tool "fly" that there is not, and was told so.',
		detail: '',
	});
});

it('what went wrong outside is told as it is', () => {
	expect(failureWords(call, failed('not-found', 'There is no file x.', 'ENOENT'))).toEqual({
		message: 'There is no file x.',
		detail: 'ENOENT',
	});
});

it('in one line the person is told who wrote it wrong, and then what the model was told', () => {
	const failure = failed('bad-input', 'cmd is missing.\nGive it.');
	expect(failureLine({tool: 'unified_exec', scope: 'shell'}, failure)).toBe(
		'The model wrote this call wrong, and was told so: cmd is missing.',
	);
	const other = failed('not-found', 'There is no file a.txt.');
	expect(failureLine({tool: 'read_file', scope: 'read'}, other)).toBe('There is no file a.txt.');
});
