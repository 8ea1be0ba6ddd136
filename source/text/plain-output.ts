import {unstyled} from './styled.ts';

/**
 * What a program printed, as text: without colours and other escape sequences. One that is not
 * closed ends with its line, so that it hides nothing of the next ones.
 */
export function plainOutput(text: string): string {
	return text.includes('\u001B') ? text.split('\n').map(unstyled).join('\n') : text;
}
