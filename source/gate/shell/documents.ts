import {openDraft} from './expansion.ts';
import {mayGoOn, openReader, type ShellReader, unknownWord, type Word} from './reader.ts';
import {readQuotedPiece, readWord} from './word.ts';

/**
 * Reads the word after `<<`, which ends the here-document. If the word is quoted, nothing in the
 * text is expanded.
 */
export function readDelimiter(
	reader: ShellReader,
	{isIndented, take}: {isIndented: boolean; take: (body: Word) => void},
): void {
	const {source} = reader;
	const start = reader.at;
	const word = readWord(reader);
	const isOdd = /[$`]/.test(source.slice(start, reader.at)) || word.text === '';
	if (isOdd) {
		reader.found.unseen.add('a here-document whose end is not known');
	}
	reader.documents.push({end: word.text, isIndented, isLiteral: !word.isPlain, take});
}

/** Reads the here-documents after a line, in the order in which the line named them. */
export function readDocuments(reader: ShellReader): void {
	for (const document of reader.documents.splice(0)) {
		const {source, at} = reader;
		const end = endOfDocument(reader, document);
		if (end === null) {
			reader.found.unseen.add('a here-document without an end');
			reader.at = source.length;
			return;
		}
		reader.at = end.next;
		reader.documentsEnd = end.next;
		document.take(bodyOf(reader, source.slice(at, end.stop), document.isLiteral));
	}
}

type Document = ShellReader['documents'][number];

function bodyOf(reader: ShellReader, text: string, isLiteral: boolean): Word {
	if (isLiteral || !/[$`\\]/.test(text)) {
		return {...unknownWord, text, isSeen: true, isSplit: false};
	}
	reader.found.hidden.add('a here-document in which things are expanded');
	if (/\\\n/.test(text)) {
		reader.found.unseen.add('a line of a here-document that goes on in the next');
	}
	const inner = openReader(text, reader);
	const draft = openDraft();
	while (inner.at < text.length && mayGoOn(inner)) {
		readQuotedPiece(inner, draft, '\\$`');
	}
	return {...unknownWord, text: draft.text, isSeen: draft.isSeen, isSplit: false};
}

function endOfDocument(
	{source, at}: ShellReader,
	{end, isIndented}: Document,
): {readonly stop: number; readonly next: number} | null {
	let start = at;
	while (start < source.length) {
		const found = source.indexOf('\n', start);
		const stop = found === -1 ? source.length : found;
		const line = source.slice(start, stop);
		if ((isIndented ? line.replace(/^\t+/, '') : line) === end) {
			return {stop: start, next: Math.min(source.length, stop + 1)};
		}
		start = stop + 1;
	}
	return null;
}
