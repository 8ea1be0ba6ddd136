import type {HostId, QuestionId} from './ids.ts';

/** An instruction file that was read, without its text. */
export type InstructionFile = {
	/**
	 * A path relative to the project's folder; for the person's own files, to the settings' folder.
	 */
	readonly name: string;
	/** Anybody may have written a project's file; `person` is the user's own. */
	readonly by: 'project' | 'person';
	/** The name of the file that includes this one, if any. */
	readonly includedBy?: string;
	readonly size: number;
	/** How many bytes the model gets; what exceeds the limit is cut. */
	readonly bytes: number;
	/** The digest of the bytes that the model gets. */
	readonly digest: string;
};

/**
 * Whether the model gets the instructions that a folder contains. `unknown`: the person has not
 * answered; `later`: the person postponed it, so not in this run.
 */
export type ProjectStanding = 'nothing' | 'trusted' | 'unknown' | 'later' | 'never';

/**
 * Asks the person whether the model may get this folder's instructions. Only a person can answer.
 */
export type TrustQuestion = {
	readonly id: QuestionId;
	readonly type: 'trust';
	readonly host: HostId;
	readonly folder: string;
	readonly files: readonly (InstructionFile & {
		/** The whole text that the model would get. */
		readonly text: string;
		/**
		 * Compares the file with what the person trusted before: unknown name, other content, or equal.
		 */
		readonly is: 'new' | 'changed' | 'known';
	})[];
	readonly notes: readonly string[];
};

export type TrustAnswer = 'trust' | 'later' | 'never';
