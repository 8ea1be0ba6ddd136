import {isNoPlaceholder} from './redact-placeholders.ts';
import type {SecretShape} from './redact-shape.ts';
import type {TextRange} from './redact-words.ts';

/** Cookies: each value is hidden; names and attributes stay. */
export const cookieShape: SecretShape = {
	kind: 'cookie',
	anchors: ['cookie'],
	read(text, at) {
		head.lastIndex = at;
		const groups = head.exec(text)?.groups;
		if (!groups) {
			return null;
		}
		const isSet = /(?:set-|document\.)$/i.test(text.slice(Math.max(0, at - 9), at));
		return readPairs(text, {at: head.lastIndex, isSet, isList: groups['list'] !== undefined});
	},
};

const head =
	/cookie\\{0,6}["']?\s{0,4}[:=]\s{0,4}(?<list>\[\s{0,40})?\\{0,6}["']?(?=[^\s=;,"'\\{}()<>]{1,128}(?:=|$)|$)/iy;
const pair = /(?<name>[^\s=;,"'\\{}()<>]{1,128})=\\{0,6}"?(?<value>[^\s;,"'\\‹›]{0,4096})"?/dy;
const separator = /\s{0,4};\s{0,4}/y;
/** The attributes of a cookie in a list, and the quotes before the next one. */
const nextInList = /[^"'\\\n]{0,512}\\{0,6}["']\s{0,4},\s{0,40}\\{0,6}["']/y;
const attribute =
	/^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|partitioned|version|comment)$/i;
const pairsMax = 200;

type Place = {readonly at: number; readonly isSet: boolean; readonly isList: boolean};

function readPairs(text: string, {at, isSet, isList}: Place) {
	const secrets: TextRange[] = [];
	let place = at;
	for (let count = 0; count < pairsMax; count += 1) {
		pair.lastIndex = place;
		const match = pair.exec(text);
		const [start, end] = match?.indices?.groups?.['value'] ?? [place, place];
		if (match !== null) {
			const {name = '', value = ''} = match.groups ?? {};
			if (value !== '' && !attribute.test(name) && isNoPlaceholder(value)) {
				secrets.push({start, end});
			}
			place = pair.lastIndex;
		}
		if (place >= text.length) {
			return {secrets, openFrom: secrets[isSet ? secrets.length - 1 : 0]?.start ?? start};
		}
		const next = isSet ? nextInList : separator;
		next.lastIndex = place;
		if (match === null || (isSet && !isList) || !next.test(text)) {
			break;
		}
		place = next.lastIndex;
	}
	return {secrets, openFrom: null};
}
