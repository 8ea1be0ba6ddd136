import type {JsonObject} from '../events/json.ts';
import type {Tool} from './tool.ts';

/**
 * What a card says of a call. Only a command has lines: a line break in a path or an address is
 * shown as a character, so that no name of a file can look like another row of the card.
 */
export function summaryOf(
	tool: Pick<Tool, 'summary' | 'summaryHasLines'>,
	input: JsonObject,
): string {
	const summary = tool.summary(input);
	return tool.summaryHasLines ? summary : inOneLine(summary);
}

export function inOneLine(text: string): string {
	return text.replace(/\r\n|[\r\n\u2028\u2029]/g, '\u240A');
}
