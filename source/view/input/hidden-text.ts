/**
 * A hidden text, such as a password. No state and no event contains it. A text that was typed for
 * one receiver is never returned for another.
 */
export type HiddenText = {
	readonly read: (owner: string) => string;
	readonly write: (owner: string, text: string) => void;
};

export function createHiddenText(): HiddenText {
	let typed: {readonly owner: string; readonly text: string} | null = null;
	return {
		read: owner => (typed?.owner === owner ? typed.text : ''),
		write(owner, text) {
			typed = text === '' ? null : {owner, text};
		},
	};
}
