import type {TrustQuestion} from '../../events/project.ts';
import {fileWords} from '../../state/project.ts';
import {revealInRow} from '../../text/neutralise.ts';
import type {Overlay} from '../ui-state/overlay.ts';

type AskedFile = TrustQuestion['files'][number];

export function trustTitle({host}: Pick<TrustQuestion, 'host'>): string {
	return host === 'local'
		? 'Trust the instructions of this folder?'
		: `Trust the instructions of this folder on ${host}?`;
}

/** The file's name and size, which file includes it, and whether it was trusted before. */
export function askedFileWords(file: AskedFile): string {
	const from = file.includedBy === undefined ? '' : `, included by ${revealInRow(file.includedBy)}`;
	return `${fileWords(file)}${from}${how[file.is]}`;
}

const how = {
	new: '',
	changed: ', changed since you trusted it',
	known: ', trusted before',
} as const;

/** Explains what trusting a folder means. */
export const trustMeaning =
	'Anyone may have written them. With a yes the model is told them; they allow nothing.';

/** All files of the question in full, as rows. The files' own lines begin with a bar. */
export function trustLines(question: TrustQuestion): readonly string[] {
	const {folder, files, notes} = question;
	return [
		revealInRow(`${folder} has ${files.length === 1 ? 'a file' : `${files.length} files`}:`),
		...files.map(file => `  ${askedFileWords(file)}`),
		trustMeaning,
		...notes,
		...files.flatMap(file => [
			'',
			askedFileWords(file),
			...textLines(file).map(line => `| ${revealInRow(line)}`),
		]),
	];
}

/** The lines of the file as the model would get them. */
export function textLines({text}: Pick<AskedFile, 'text'>): readonly string[] {
	return text.replace(/\n+$/, '').split('\n');
}

export function trustDetail(question: TrustQuestion): Overlay {
	const title = revealInRow(trustTitle(question));
	return {type: 'text', title, lines: trustLines(question), isExact: true};
}

/** A text that identifies the question: if it is equal, the question is the same. */
export function trustSubject({id, files}: TrustQuestion): string {
	return JSON.stringify([id, files.map(({name, digest}) => [name, digest])]);
}
