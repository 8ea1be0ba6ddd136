import {unstyled} from './styled.ts';

/**
 * Returns the output of a program as text, without colours and other escape sequences. A sequence
 * that is not closed ends with its line, so that it can't swallow the lines after it.
 */
export function plainOutput(text: string): string {
	return text.includes('\u001B') ? text.split('\n').map(unstyled).join('\n') : text;
}
