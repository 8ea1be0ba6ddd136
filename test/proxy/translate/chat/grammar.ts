import {expect} from 'vitest';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

/** The calls of a chat stream, after checking that the stream keeps the protocol's grammar. */
export function checkedChunks(stream: string): readonly Wire[] {
	const chunks: Wire[] = [];
	const calls: Wire[] = [];
	let reason: string | null = null;
	let isOver = false;
	const reader = createSseReader((data, name) => {
		expect(name).toBe('');
		expect(isOver, 'something after [DONE]').toBe(false);
		if (data === '[DONE]') {
			isOver = true;
			return;
		}
		const chunk = JSON.parse(data);
		chunks.push(chunk);
		expect(chunk).toMatchObject({
			id: chunks[0].id,
			object: 'chat.completion.chunk',
			created: expect.any(Number),
			model: chunks[0].model,
		});
		if (chunk.choices.length === 0) {
			expect(reason).not.toBeNull();
			expect(chunk.usage.total_tokens).toEqual(expect.any(Number));
			return;
		}
		expect(reason, 'a choice after its finish reason').toBeNull();
		const [{index, delta, finish_reason}] = chunk.choices;
		expect(index).toBe(0);
		reason = finish_reason;
		for (const call of delta.tool_calls ?? []) {
			readCall(calls, call);
		}
	});
	reader.push(stream);
	reader.end();
	expect(chunks[0].choices[0].delta.role).toBe('assistant');
	expect(isOver).toBe(true);
	expect(['stop', 'tool_calls', 'length', 'content_filter']).toContain(reason);
	return calls;
}

/** The first piece of a call has its id and name, the others only more of its text. */
function readCall(calls: Wire[], {index, ...piece}: Wire): void {
	const known = calls[index];
	if (!known) {
		expect(index).toBe(calls.length);
		expect(piece.id).toMatch(/./);
		expect(piece[piece.type].name).toEqual(expect.any(String));
		calls.push({...piece, text: piece.function?.arguments ?? piece.custom.input});
		return;
	}
	expect(piece.id).toBeUndefined();
	known.text += piece.function?.arguments ?? piece.custom?.input ?? '';
}
