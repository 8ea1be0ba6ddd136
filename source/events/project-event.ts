import {type FieldsOf, listOf, object, oneOf, record, text, typed} from './check-shape.ts';
import type {TrustQuestion} from './project.ts';
import {hostId, instructionFile, questionId} from './value-shapes.ts';

/** A file and the exact content for which a person's answer holds. */
const fileDigest = record({name: text, digest: text});

export const projectShapes = {
	/**
	 * The instructions that were found in a folder, in the order in which the model gets them: the
	 * file in the nearest folder comes last.
	 */
	'project.read': {
		host: hostId,
		/** The root of the repository, else the working folder. */
		folder: text,
		files: listOf(instructionFile),
		/** Sentences on what was cut or left out, and why. */
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
	/**
	 * A person allowed a call that writes this instruction file, so the new content counts as
	 * trusted.
	 */
	'trust.extended': {host: hostId, folder: text, files: listOf(fileDigest)},
} as const;

export type ProjectFacts = FieldsOf<(typeof projectShapes)['project.read']>;
