import type {JsonObject} from '../events/json.ts';
import type {Tool} from './tool.ts';

/**
 * Returns the text for a call's card. Only commands may have several lines. In a path or an
 * address, a line break is shown as a symbol, so that no file name can look like another row of the
 * card.
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
