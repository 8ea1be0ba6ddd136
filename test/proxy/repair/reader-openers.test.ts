import {expect, test} from 'vitest';
import type {OfferedTool, ReadPart} from '../../../source/proxy/repair/attempt.ts';
import {createReader} from '../../../source/proxy/repair/reader.ts';
import {keepOpeners} from '../../../source/proxy/repair/reader-openers.ts';

const written = 'commentary to=functions.get_weather json{"city": "Oslo"}';

test('openers that were kept find what new ones find, answer after answer', () => {
	const kept = keepOpeners();
	const offered = [[tool('get_weather')], [tool('other')], [tool('get_weather')]];
	expect(offered.map(tools => read(tools, kept))).toEqual(offered.map(tools => read(tools)));
	expect(read(offered[0]!, kept).some(({type}) => type === 'attempt')).toBe(true);
	expect(read(offered[1]!, kept).some(({type}) => type === 'attempt')).toBe(false);
});

test('tools of the same name are told apart by their parameters', () => {
	const kept = keepOpeners();
	const call = '{"name": "bash", "arguments": {"command": "ls"}}';
	const shells = [tool('exec', ['command']), tool('exec', ['file', 'mode'])];
	for (const one of shells) {
		expect(read([one], kept, call)).toEqual(read([one], undefined, call));
	}
});

test('tools beyond those that are kept are read as well, and again later', () => {
	const kept = keepOpeners();
	for (let count = 0; count < 100; count += 1) {
		expect(
			read([tool(`tool_${count}`)], kept, `commentary to=functions.tool_${count} json{"a": 1}`),
		).toMatchObject([{type: 'attempt', attempt: {name: `tool_${count}`}}]);
	}
	expect(read([tool('tool_0')], kept, 'commentary to=functions.tool_0 json{"a": 1}')).toMatchObject(
		[{type: 'attempt'}],
	);
});

function tool(name: string, required: readonly string[] = []): OfferedTool {
	return {name, form: 'function', parameters: {type: 'object', required}};
}

function read(
	tools: readonly OfferedTool[],
	kept?: ReturnType<typeof keepOpeners>,
	text = written,
): readonly ReadPart[] {
	const parts: ReadPart[] = [];
	const reader = createReader({tools, openers: kept?.of(tools), emit: part => parts.push(part)});
	reader.push(text);
	reader.end();
	return parts;
}
