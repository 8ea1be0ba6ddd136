import type {HostId, QuestionId} from './ids.ts';

/** A file with instructions that was read, without its text. */
export type InstructionFile = {
	/** Relative to the project's folder, or to the settings' folder for the person's own. */
	readonly name: string;
	/** Anybody may have written the project's; the person wrote their own. */
	readonly by: 'project' | 'person';
	/** The name of the file that includes this one. */
	readonly includedBy?: string;
	readonly size: number;
	/** How much of it counts: the rest is over the limit. */
	readonly bytes: number;
	/** Made from the bytes that count. */
	readonly digest: string;
};

/**
 * Whether what the project brings counts. `unknown`: nobody has answered; `later`: not in this run.
 */
export type ProjectStanding = 'nothing' | 'trusted' | 'unknown' | 'later' | 'never';

/** What was read in a folder, in the order in which the model is told: the nearest stands last. */
export type ProjectFacts = {
	readonly host: HostId;
	/** The root of the repository, else the working folder. */
	readonly folder: string;
	readonly files: readonly InstructionFile[];
	/** What was cut or left out, and why, in sentences. */
	readonly notes: readonly string[];
	readonly standing: ProjectStanding;
};

/** Whether the files of this folder may instruct the model: only a person can say. */
export type TrustQuestion = {
	readonly id: QuestionId;
	readonly type: 'trust';
	readonly host: HostId;
	readonly folder: string;
	readonly files: readonly (InstructionFile & {
		/** All that the model would be told of it. */
		readonly text: string;
		/** How it differs from what was trusted before. */
		readonly is: 'new' | 'changed' | 'known';
	})[];
	readonly notes: readonly string[];
};

export type TrustAnswer = 'trust' | 'later' | 'never';

export type ProjectEvent =
	| ({readonly type: 'project.read'} & ProjectFacts)
	| {readonly type: 'trust.asked'; readonly question: TrustQuestion}
	| {
			readonly type: 'trust.answered';
			readonly question: QuestionId;
			readonly host: HostId;
			readonly folder: string;
			/** `gone`: the files or the folder changed before an answer came. */
			readonly answer: TrustAnswer | 'gone';
			/** Exactly what the answer is about. */
			readonly files: readonly Pick<InstructionFile, 'name' | 'digest'>[];
	  }
	/** A person approved that a call writes this file, so its new text is known. */
	| {
			readonly type: 'trust.extended';
			readonly host: HostId;
			readonly folder: string;
			readonly files: readonly Pick<InstructionFile, 'name' | 'digest'>[];
	  };
