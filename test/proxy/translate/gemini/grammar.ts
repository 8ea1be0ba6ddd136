import {expect} from 'vitest';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

/** What a stream of Gemini's comes to, after checking that it keeps the protocol's grammar. */
export function checkedAnswers(stream: string): {
	readonly text: string;
	readonly parts: readonly Wire[];
	readonly calls: Wire[];
	readonly finish: string | null;
	readonly usage: Wire;
	readonly error: Wire;
} {
	const answers: Wire[] = [];
	const reader = createSseReader(data => {
		answers.push(JSON.parse(data));
	});
	reader.push(stream);
	reader.end();
	return checkedList(answers);
}

export function checkedList(answers: readonly Wire[]): ReturnType<typeof checkedAnswers> {
	const parts: Wire[] = [];
	let finish: string | null = null;
	let [usage, error]: Wire[] = [null, null];
	for (const answer of answers) {
		expect(finish ?? error, 'something after the end').toBeNull();
		if (answer.error) {
			error = answer.error;
			expect(error).toMatchObject({code: expect.any(Number), status: expect.any(String)});
			continue;
		}
		expect(answer.candidates).toHaveLength(1);
		const [{content, finishReason, index}] = answer.candidates;
		expect([content.role, index]).toEqual(['model', 0]);
		content.parts.forEach(checkPart);
		parts.push(...content.parts);
		finish = finishReason ?? null;
		usage = answer.usageMetadata ?? usage;
	}
	const calls = parts.flatMap(({functionCall}) => (functionCall ? [functionCall] : []));
	const text = parts.map(part => (part.thought ? '' : (part.text ?? ''))).join('');
	return {text, parts, calls, finish, usage, error};
}

/** One thing each, and never a text without words: clients throw such an answer away. */
function checkPart({text, thought, thoughtSignature, functionCall, ...others}: Wire): void {
	expect(others).toEqual({});
	expect([text, functionCall].filter(each => each !== undefined)).toHaveLength(1);
	expect(text === '' && thoughtSignature === undefined).toBe(false);
	expect([undefined, true]).toContain(thought);
	if (functionCall) {
		expect(functionCall).toEqual({
			id: expect.any(String),
			name: expect.any(String),
			args: expect.any(Object),
		});
	}
}
