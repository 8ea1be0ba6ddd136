import {beginningOf} from '../events/shorten.ts';
import {neutralise} from '../text/neutralise.ts';
import {plainOutput} from '../text/plain-output.ts';

/**
 * A server's text for the model: without escape sequences, and without characters that a person
 * would not see, in which instructions can be hidden.
 */
export function cleanText(text: string): string {
	return neutralise(plainOutput(text).replace(unseen, ''));
}

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}]/gu;

/** Cuts a text to so many characters, and says how many there were. */
export function cutText(text: string, lengthMax: number): string {
	return text.length <= lengthMax
		? text
		: `${beginningOf(text, lengthMax).toWellFormed()}… [cut: ${text.length} characters in all]`;
}
