/**
 * A hidden text that only its receiver gets: no state and no event holds it. What was typed for one
 * receiver is never returned for another.
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
