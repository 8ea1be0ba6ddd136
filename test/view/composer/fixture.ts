import {type Draft, emptyDraft} from '../../../source/view/composer/draft.ts';

/** `|` is the caret; with a `^`, that is where the selection began. */
export function draft(picture: string, more: Partial<Draft> = {}): Draft {
	const caret = picture.replace('^', '').indexOf('|');
	const anchor = picture.replace('|', '').indexOf('^');
	const text = picture.replace('|', '').replace('^', '');
	return {...emptyDraft, text, caret, anchor: anchor < 0 ? null : anchor, ...more};
}

export function picture({text, caret, anchor}: Draft): string {
	const marks = [{at: caret, mark: '|'}];
	if (anchor !== null && anchor !== caret) {
		marks.push({at: anchor, mark: '^'});
	}
	return marks
		.sort((one, other) => other.at - one.at)
		.reduce((shown, {at, mark}) => shown.slice(0, at) + mark + shown.slice(at), text);
}
