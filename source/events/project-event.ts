import {type FieldsOf, listOf, object, oneOf, record, text, typed} from './check-shape.ts';
import type {TrustQuestion} from './project.ts';
import {hostId, instructionFile, questionId} from './value-shapes.ts';

/** A file with exactly the content that an answer is about. */
const fileDigest = record({name: text, digest: text});

export const projectShapes = {
	/** What was read in a folder, in the order in which the model is told: the nearest stands last. */
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
	/** A person approved that a call writes this file, so its new text is known. */
	'trust.extended': {host: hostId, folder: text, files: listOf(fileDigest)},
} as const;

export type ProjectFacts = FieldsOf<(typeof projectShapes)['project.read']>;
