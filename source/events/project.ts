import type {HostId, QuestionId} from './ids.ts';

/** A file with instructions that was read, without its text. */
export type InstructionFile = {
	/** Relative to the project's folder, or to the settings' folder for the person's own. */
	readonly name: string;
	/** Anybody may have written a project's file; the person wrote their own. */
	readonly by: 'project' | 'person';
	/** The name of the file that includes this one. */
	readonly includedBy?: string;
	readonly size: number;
	/** How many bytes of it count; the rest is over the limit. */
	readonly bytes: number;
	/** Made from the bytes that count. */
	readonly digest: string;
};

/**
 * Whether what the project brings counts. `unknown`: nobody has answered; `later`: not in this run.
 */
export type ProjectStanding = 'nothing' | 'trusted' | 'unknown' | 'later' | 'never';

/** Asks the person whether the instructions of this folder count. Only a person can answer. */
export type TrustQuestion = {
	readonly id: QuestionId;
	readonly type: 'trust';
	readonly host: HostId;
	readonly folder: string;
	readonly files: readonly (InstructionFile & {
		/** The whole text that the model would get. */
		readonly text: string;
		/** How it differs from what was trusted before. */
		readonly is: 'new' | 'changed' | 'known';
	})[];
	readonly notes: readonly string[];
};

export type TrustAnswer = 'trust' | 'later' | 'never';
