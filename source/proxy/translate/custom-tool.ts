import type {JsonObject} from '../../events/json.ts';
import type {NeutralTool} from '../neutral.ts';
import {optionalObject, parseJson} from './request-reading.ts';

/**
 * The schema of a function with one text parameter. It replaces a free-text tool at providers that
 * know only functions.
 */
export const customParameters: JsonObject = {
	type: 'object',
	properties: {input: {type: 'string', description: 'The whole text that the tool takes.'}},
	required: ['input'],
};

export const emptyParameters: JsonObject = {type: 'object', properties: {}};

export function customDescription({description = '', format}: NeutralTool): string {
	const definition = format?.['definition'];
	return typeof definition === 'string'
		? `${description}\n\nThe input has to follow this grammar:\n${definition}`.trim()
		: description;
}

/** Returns the text for a free-text tool from the arguments of the function that replaced it. */
export function customText(given: string): string {
	const input = optionalObject(parseJson(given))?.['input'];
	return typeof input === 'string' ? input : given;
}
