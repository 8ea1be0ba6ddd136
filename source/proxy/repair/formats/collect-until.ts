import type {Collector} from './format.ts';

export type UntilShape = {
	readonly closers: readonly string[];
	/** If set, a closing mark between two of these is ordinary text. */
	readonly quote?: string;
	/** Whether a call without its closing mark ends at an empty line or at the end of the reply. */
	readonly mayStayOpen?: boolean;
};

/** Collects the text up to a closing mark. */
export function collectUntil(
	{closers, quote, mayStayOpen = false}: UntilShape,
	opened: string,
): Collector {
	const marks = [...closers, ...(quote === undefined ? [] : [quote]), '\n\n'];
	const longest = Math.max(...marks.map(mark => mark.length));
	let carry = '';
	let base = opened.length;
	let isQuoted = false;
	let emptyLine: number | null = null;

	const pattern = new RegExp(marks.map(mark => mark.replace(/[^\w\s]/g, '\\$&')).join('|'), 'g');
	return {
		read: chunk => {
			const text = carry + chunk;
			let from = 0;
			for (const {0: mark, index} of text.matchAll(pattern)) {
				from = index + mark.length;
				if (mark === quote) {
					isQuoted = !isQuoted;
				} else if (mark === '\n\n') {
					emptyLine ??= base + index;
				} else if (!isQuoted) {
					return base + from;
				}
			}
			const kept = Math.max(from, text.length - longest + 1);
			base += kept;
			carry = text.slice(kept);
			return null;
		},
		end: () => (mayStayOpen ? (emptyLine ?? base + carry.length) : null),
	};
}
