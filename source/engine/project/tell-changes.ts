import type {Event} from '../../events/event.ts';
import type {ProjectFacts} from '../../events/project-event.ts';

import {leftOutWords, toldWords} from '../../state/project.ts';
import {revealInRow} from '../../text/neutralise.ts';
import type {ReadInstructions} from './instruction-reader.ts';
import type {FoundProject} from './standings.ts';

type Words = Omit<Extract<Event, {readonly type: 'notice.shown'}>, 'type'> | null;

/** Says what was read in a folder to which calls have just moved. */
export function readWords(facts: ProjectFacts): Words {
	const told = toldWords(facts);
	const left = leftOutWords(facts);
	const sentences = [
		told === '' ? '' : `Instructions read: ${told}.`,
		left === '' ? '' : `Instructions ${left}.`,
		...facts.notes,
	].filter(words => words !== '');
	return sentences.length === 0
		? null
		: {level: facts.notes.length > 0 ? 'warn' : 'info', text: sentences.join(' ')};
}

/** Says what has changed in the same folder since it was last read. */
export function changeWords(
	before: FoundProject,
	{found, facts}: {readonly found: FoundProject; readonly facts: ProjectFacts},
): Words {
	const own = changedNames(before.own.files, found.own.files);
	const brought = changedNames(before.brought.files, found.brought.files);
	const notes = facts.notes.filter(
		note => !before.own.notes.includes(note) && !before.brought.notes.includes(note),
	);
	const sentences = [
		own.length === 0 ? '' : `Your own instructions changed (${own.join(', ')}).`,
		brought.length === 0 ? '' : `${brought.join(', ')} changed. ${counts[facts.standing]}`,
		...notes,
	].filter(words => words !== '');
	const isQuiet = notes.length === 0 && ['nothing', 'trusted'].includes(facts.standing);
	return sentences.length === 0
		? null
		: {level: isQuiet ? 'info' : 'warn', text: sentences.join(' ')};
}

const counts: Readonly<Record<ProjectFacts['standing'], string>> = {
	nothing: "The folder's instructions are gone, and the model is told so no longer.",
	trusted: 'The model is told the new text.',
	unknown: "Until you trust the new text, the model is told none of the folder's instructions.",
	later: "The model is told none of the folder's instructions.",
	never: "The model is told none of the folder's instructions.",
};

function changedNames(
	before: readonly ReadInstructions[],
	now: readonly ReadInstructions[],
): readonly string[] {
	const digests = (files: readonly ReadInstructions[]) =>
		new Map(files.map(({name, digest}) => [name, digest]));
	const [was, is] = [digests(before), digests(now)];
	return [...new Set([...was.keys(), ...is.keys()])]
		.filter(name => was.get(name) !== is.get(name))
		.map(revealInRow);
}
