/**
 * What the calls of a session may do at most. A mode only restricts: none allows a call that the
 * rules and grants don't allow.
 */
export const modeWords = {
	rules: 'what rules and grants allow runs; the rest asks',
	ask: 'asks each time, also about what a rule or a grant allows',
	read: 'only reads files; whatever else needs permission is refused',
} as const;

export type SessionMode = keyof typeof modeWords;

export const sessionModes = Object.keys(modeWords) as readonly SessionMode[];

export function isSessionMode(word: string): word is SessionMode {
	return Object.hasOwn(modeWords, word);
}
