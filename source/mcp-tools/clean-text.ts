import {beginningOf} from '../events/shorten.ts';
import {neutralise} from '../text/neutralise.ts';
import {plainOutput} from '../text/plain-output.ts';

/**
 * Cleans a server's text for the model: removes escape sequences, and characters that a person
 * would not see, since instructions can be hidden in them.
 */
export function cleanText(text: string): string {
	return neutralise(plainOutput(text).replace(unseen, ''));
}

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}]/gu;

/** Cuts a text to this many characters, and says how many it had. */
export function cutText(text: string, lengthMax: number): string {
	return text.length <= lengthMax
		? text
		: `${beginningOf(text, lengthMax).toWellFormed()}… [cut: ${text.length} characters in all]`;
}
