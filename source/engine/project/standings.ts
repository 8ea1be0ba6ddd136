import {type HostId, localHost} from '../../events/ids.ts';
import type {InstructionFile, ProjectStanding, TrustAnswer} from '../../events/project.ts';
import type {TrustBook} from '../../storage/trust.ts';
import type {ReadInstructions} from './instruction-reader.ts';
import type {ReadProject} from './read-project.ts';

/** The machine and folder in which calls run. */
export type WorkPlace = {
	readonly host: HostId;
	readonly cwd: string;
	/** The machine's address. Later, another machine may get the same alias. */
	readonly address: string;
};

/** The instructions that were found at one moment: the person's own, and those of the folder. */
export type FoundProject = {
	readonly place: WorkPlace | null;
	readonly own: ReadProject;
	readonly brought: ReadProject;
};

export type FileDigest = Pick<InstructionFile, 'name' | 'digest'>;

/**
 * Remembers whether a folder's instructions may be used. A person's answer counts for this folder
 * and the present content of each file.
 */
export type Standings = {
	readonly of: (found: FoundProject) => ProjectStanding;
	/** Returns the files of the folder that may be used. */
	readonly trusted: (found: FoundProject) => readonly ReadInstructions[];
	readonly compare: (found: FoundProject, file: FileDigest) => 'new' | 'changed' | 'known';
	/** Stores a person's answer about exactly these files. */
	readonly answered: (
		found: FoundProject,
		answer: {readonly answer: TrustAnswer; readonly files: readonly FileDigest[]},
	) => void;
	/** Stores that a person approved the writing of these files. */
	readonly trustWrites: (found: FoundProject, files: readonly FileDigest[]) => void;
	/** Forgets a refusal, so that the person is asked again. */
	readonly forget: (found: FoundProject) => void;
};

export function createStandings(trustBook: TrustBook): Standings {
	/** The questions that the person postponed in this run, by folder and content. */
	const putOff = new Set<string>();
	const reopened = new Set<string>();
	const compare: Standings['compare'] = (found, {name, digest}) => {
		const {files} = trustBook.of(keyOf(found));
		return files[name] === digest ? 'known' : Object.hasOwn(files, name) ? 'changed' : 'new';
	};
	const of = (found: FoundProject): ProjectStanding => {
		const {files} = found.brought;
		const key = keyOf(found);
		if (files.length === 0) {
			return 'nothing';
		}
		if (trustBook.of(key).isRefused && !reopened.has(key)) {
			return 'never';
		}
		if (files.every(file => compare(found, file) === 'known')) {
			return 'trusted';
		}
		return putOff.has(contentOf(found)) ? 'later' : 'unknown';
	};
	return {
		of,
		compare,
		trusted: found => (of(found) === 'trusted' ? found.brought.files : []),
		answered(found, {answer, files}) {
			const key = keyOf(found);
			reopened.delete(key);
			if (answer === 'trust') {
				trustBook.trust(key, digestsOf(files));
			} else if (answer === 'never') {
				trustBook.refuse(key);
			} else {
				putOff.add(contentOf(found));
			}
		},
		trustWrites(found, files) {
			const key = keyOf(found);
			if (!trustBook.of(key).isRefused) {
				trustBook.trust(key, digestsOf(files));
			}
		},
		forget(found) {
			putOff.clear();
			reopened.add(keyOf(found));
		},
	};
}

function digestsOf(files: readonly FileDigest[]): Readonly<Record<string, string>> {
	return Object.fromEntries(files.map(({name, digest}) => [name, digest]));
}

/** Returns the key of a folder: its path, and for another machine that machine's address too. */
function keyOf({place, brought}: FoundProject): string {
	return place === null || place.host === localHost
		? brought.folder
		: `${place.address}:${brought.folder}`;
}

/** Returns a text that identifies the content: equal texts mean the same question. */
export function contentOf(found: FoundProject): string {
	return JSON.stringify([keyOf(found), digestsOf(found.brought.files)]);
}
