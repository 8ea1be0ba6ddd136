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
		/** The revision of MCP that the client speaks. */
		protocol: text,
		/** Where the client runs, and why it was connected, in words for a person. */
		from: text,
		/** The name that a person gave to this session, if one was given. */
		session: optional(text),
	},
	'client.left': {
		client: text,
		/** `ended`: the client closed the connection. Any other value says what went wrong. */
		why: text,
		/** The client's calls that still run or wait for an answer. */
		open: listOf(callId),
		/** The client's calls that ended without their result reaching it. */
		undelivered: listOf(callId),
		/** How many results the client got. */
		delivered: number,
	},
} as const;
