import {unstyled} from './styled.ts';

/**
 * Returns what a program printed as text, without colours and other escape sequences. An escape
 * sequence without an end stops at the end of its line, so that it hides nothing of the next lines.
 */
export function plainOutput(text: string): string {
	return text.includes('\u001B') ? text.split('\n').map(unstyled).join('\n') : text;
}
