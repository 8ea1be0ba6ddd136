/** What replaces a secret: its kind and four hex digits, which are the same for the same secret. */
export const secretMark = /‹redacted:[a-z-]{1,24}·[0-9a-f]{4}›/g;

export function holdsSecretMark(text: string): boolean {
	return text.includes('‹redacted:') && text.search(secretMark) >= 0;
}
