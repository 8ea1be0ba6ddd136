import {number, type ObjectShape, oneOf, schemaOf} from '../source/events/check-shape.ts';
import {isDurable} from '../source/events/durable.ts';
import {type Event, eventShapes} from '../source/events/event.ts';
import type {JsonObject} from '../source/events/json.ts';
import {resultShape} from '../source/front-ends/exec/result-line.ts';

/**
 * docs/exec-stream.schema.json: the JSON Schema of each line of `exec --json`, for other programs.
 */
export function execStreamSchema(): string {
	const types = (Object.keys(eventShapes) as Event['type'][]).filter(type =>
		isDurable({type} as Event),
	);
	const schema: JsonObject = {
		$schema: 'https://json-schema.org/draft/2020-12/schema',
		title: 'A line of agent-tui exec --json, version 1',
		description:
			'Events as the journal holds them, and the result as the last line. Later versions may add fields and types of events; a change of anything else has another v.',
		oneOf: [
			...types.map(type => lineOf(type, {seq: number, at: number, ...eventShapes[type]})),
			lineOf('result', resultShape),
		],
	};
	return `${JSON.stringify(schema, null, '\t')}\n`;
}

function lineOf(type: string, fields: ObjectShape): JsonObject {
	const {required, properties} = schemaOf({type: oneOf(type), ...fields}) as {
		readonly required: readonly string[];
		readonly properties: JsonObject;
	};
	return {
		title: type,
		type: 'object',
		required: ['v', ...required],
		properties: {v: {const: 1}, ...properties},
	};
}
