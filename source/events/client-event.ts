import {listOf, number, optional, text} from './check-shape.ts';
import {callId} from './value-shapes.ts';

/**
 * A client is another agent that calls the tools of this session from outside, over MCP. Its name
 * and version are its own words.
 */
export const clientShapes = {
	'client.joined': {
		client: text,
		name: text,
		version: text,
		/** The revision of the protocol that it speaks. */
		protocol: text,
		/** Where it sits, and why it was connected. */
		from: text,
		/** The name that a person gave to this session, if one was given. */
		session: optional(text),
	},
	'client.left': {
		client: text,
		/** `ended`: it closed the connection; else what went wrong. */
		why: text,
		/** Its calls that still run or wait. */
		open: listOf(callId),
		/** Its calls whose result it did not get. */
		undelivered: listOf(callId),
		/** How many results it got. */
		delivered: number,
	},
} as const;
