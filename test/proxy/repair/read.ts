import type {Attempt, OfferedTool, ReadPart} from '../../../source/proxy/repair/attempt.ts';
import {createReader} from '../../../source/proxy/repair/reader.ts';
import {tools as offered} from './tools.ts';

/** What the reader finds in the pieces of a reply; neighbouring text is one part. */
export function readPieces(
	pieces: readonly string[],
	tools: readonly OfferedTool[] = offered,
): readonly ReadPart[] {
	const parts: ReadPart[] = [];
	const reader = createReader({
		tools,
		emit: part => {
			const last = parts.at(-1);
			if (part.type === 'text' && last?.type === 'text') {
				parts[parts.length - 1] = {type: 'text', text: last.text + part.text};
			} else {
				parts.push(part);
			}
		},
	});
	for (const piece of pieces) {
		reader.push(piece);
	}
	reader.end();
	return parts;
}

export function attemptsOf(parts: readonly ReadPart[]): readonly Attempt[] {
	return parts.flatMap(part => (part.type === 'attempt' ? [part.attempt] : []));
}

/** The parts put together again. */
export function textOf(parts: readonly ReadPart[]): string {
	return parts.map(part => (part.type === 'text' ? part.text : part.attempt.raw)).join('');
}
