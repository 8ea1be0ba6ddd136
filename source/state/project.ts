import type {Stamped} from '../events/event.ts';
import {localHost} from '../events/ids.ts';
import type {InstructionFile, TrustQuestion} from '../events/project.ts';
import type {ProjectFacts} from '../events/project-event.ts';
import {revealInRow} from '../text/neutralise.ts';
import {sizeWords} from '../text/size-words.ts';

/** The instruction files of the folder, and the question whether the model may get them. */
export type ProjectState = {
	/** What was found in the folder in which calls run; null before it was read. */
	readonly facts: ProjectFacts | null;
	readonly question: TrustQuestion | null;
};

export const noProject: ProjectState = {facts: null, question: null};

export function reduceProject(project: ProjectState, event: Stamped): ProjectState {
	switch (event.type) {
		case 'session.opened':
		case 'session.upgraded':
			return project === noProject ? project : noProject;
		case 'project.read': {
			const {host, folder, files, notes, standing} = event;
			return {...project, facts: {host, folder, files, notes, standing}};
		}
		case 'trust.asked':
			return {...project, question: event.question};
		case 'trust.answered':
			return project.question?.id === event.question ? {...project, question: null} : project;
		default:
			return project;
	}
}

/** Whether the model gets this file. */
export function isTold({by}: InstructionFile, {standing}: Pick<ProjectFacts, 'standing'>): boolean {
	return by === 'person' || standing === 'trusted';
}

/** Names the files that the model gets; empty if there are none. */
export function toldWords(facts: ProjectFacts): string {
	return facts.files
		.filter(file => isTold(file, facts))
		.map(fileWords)
		.join(', ');
}

/** Names the files that were found but that the model does not get; empty if there are none. */
export function leftOutFiles(facts: ProjectFacts): string {
	return facts.files
		.filter(file => !isTold(file, facts))
		.map(fileWords)
		.join(', ');
}

/** Names the files that the model does not get, and says how to change that. */
export function leftOutWords(facts: ProjectFacts): string {
	const files = leftOutFiles(facts);
	return files === '' ? '' : `not read before you trust this folder${on(facts)}: ${files}`;
}

function on({host}: ProjectFacts): string {
	return host === localHost ? '' : ` on ${revealInRow(host)}`;
}

/** Returns the file's name, whose file it is, and its size. */
export function fileWords({name, by, size, bytes}: InstructionFile): string {
	const whose = by === 'person' ? 'your own ' : '';
	const much = bytes < size ? `${sizeWords(bytes)} of ${sizeWords(size)}` : sizeWords(size);
	return `${whose}${revealInRow(name)} (${much})`;
}
