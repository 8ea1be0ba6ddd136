import type {Part} from '../events/part.ts';
import type {Redactor} from './redact.ts';

/**
 * Splits an answer into pieces that hold neither secrets nor parts of secrets. If `isClean`,
 * nothing was hidden, so the provider's original bytes can be stored.
 */
export function redactChunks(
	parts: readonly Part[],
	redactor: Redactor,
): {readonly chunks: readonly Part[]; readonly isClean: boolean} {
	const isClean = parts.every(part => isCleanCall(part, redactor)) && isCleanText(parts, redactor);
	return {chunks: isClean ? [...parts] : hideIn(parts, redactor), isClean};
}

function isCleanText(parts: readonly Part[], redactor: Redactor): boolean {
	return (['text', 'reasoning'] as const).every(kind => {
		const text = parts.map(part => (part.type === kind ? part.text : '')).join('');
		return redactor.text(text) === text;
	});
}

function isCleanCall(part: Part, redactor: Redactor): boolean {
	return (
		part.type !== 'call' ||
		(redactor.document(part.arguments) === part.arguments && redactor.value(part) === part)
	);
}

function hideIn(parts: readonly Part[], redactor: Redactor): readonly Part[] {
	const streams = {text: redactor.stream(), reasoning: redactor.stream()};
	const hidden = parts.map((part): Part => {
		switch (part.type) {
			case 'text':
			case 'reasoning':
				return {...part, text: streams[part.type].push(part.text)};
			case 'call':
				return redactor.value({...part, arguments: redactor.document(part.arguments)});
			default:
				return part;
		}
	});
	const rest = (['reasoning', 'text'] as const).map(
		(type): Part => ({type, text: streams[type].end()}),
	);
	const end = hidden.findIndex(
		({type}) => type === 'usage' || type === 'end' || type === 'failure',
	);
	return hidden
		.toSpliced(end < 0 ? hidden.length : end, 0, ...rest)
		.filter(part => !('text' in part) || part.text !== '');
}
