import {collectValues} from './collect-values.ts';
import type {Format, Trust} from './format.ts';
import {unreadable, valueCalls, withoutClosers} from './json-calls.ts';
import {type Opener, space} from './opener.ts';

export type JsonFormat = Pick<Format, 'id' | 'title' | 'grammar' | 'sample'> & {
	readonly trust: Trust;
	/** The marks that may stand before the JSON. */
	readonly heads: readonly Opener[];
	readonly opener?: string;
	readonly closers?: readonly string[];
	readonly last?: readonly string[];
	readonly separators?: string;
	/** The characters that the JSON can begin with. */
	readonly ahead?: string;
};

/** Returns a format whose calls are JSON between special marks. */
export function jsonFormat({
	heads,
	closers = [],
	last = [],
	separators = '',
	ahead = '{\\[',
	opener,
	...described
}: JsonFormat): Format {
	return {
		...described,
		opener: opener ?? heads.map(head => head.map(shown).join('')).join(' or '),
		closer: [...closers, ...last].join(' or ') || 'the end of the JSON',
		opens: heads.map(head => [...head, space, {ahead}]),
		collect: opened => collectValues({closers, last, separators}, opened),
		calls: written => {
			const from = bodyAt(written.raw, heads);
			const marks = [...closers, ...last];
			const calls = valueCalls(written, {from, closers: marks});
			if (described.trust === 'tag' && calls.every(({name}) => name === null)) {
				const body = withoutClosers(written.raw.slice(from), marks).trim();
				// A body without quotes is `{{ name }}` of a template, not damaged JSON.
				return /["']/.test(body) ? unreadable(written, body) : [];
			}
			return calls.length > 0 ? calls : unreadable(written, written.raw.slice(from).trim());
		},
	};
}

function shown(piece: Opener[number]): string {
	if (typeof piece === 'string') {
		return piece;
	}
	return 'oneOf' in piece ? piece.oneOf.join('|') : ' ';
}

/** Returns where the JSON begins. Brackets in the opening mark do not belong to it. */
function bodyAt(raw: string, heads: readonly Opener[]): number {
	const marks = heads.flatMap(head => head.filter(piece => typeof piece === 'string'));
	return marks
		.filter(mark => raw.startsWith(mark))
		.reduce((most, {length}) => Math.max(most, length), 0);
}
