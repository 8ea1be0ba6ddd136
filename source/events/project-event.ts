import {type FieldsOf, listOf, object, oneOf, record, text, typed} from './check-shape.ts';
import type {TrustQuestion} from './project.ts';
import {hostId, instructionFile, questionId} from './value-shapes.ts';

/** A file with exactly the content that an answer is about. */
const fileDigest = record({name: text, digest: text});

export const projectShapes = {
	/**
	 * The instructions that were read in a folder, in the order in which the model gets them: the
	 * nearest one comes last.
	 */
	'project.read': {
		host: hostId,
		/** The root of the repository, else the working folder. */
		folder: text,
		files: listOf(instructionFile),
		/** What was cut or left out, and why, in sentences. */
		notes: listOf(text),
		standing: oneOf('nothing', 'trusted', 'unknown', 'later', 'never'),
	},
	'trust.asked': {question: typed<TrustQuestion>(object)},
	'trust.answered': {
		question: questionId,
		host: hostId,
		folder: text,
		/** `gone`: the files or the folder changed before an answer came. */
		answer: oneOf('trust', 'later', 'never', 'gone'),
		files: listOf(fileDigest),
	},
	/** A person approved that a call writes this instruction file, so its new content is trusted. */
	'trust.extended': {host: hostId, folder: text, files: listOf(fileDigest)},
} as const;

export type ProjectFacts = FieldsOf<(typeof projectShapes)['project.read']>;
