import type {RiskyPart} from '../events/authorization.ts';
import {type Piece, piecesOf} from './pieces.ts';

/**
 * Finds the parts of a command line that the reasons are about. A part belongs to a reason if that
 * part alone gives the same reason, and the empty command `:` does not. If no such part is found,
 * none is marked: no mark is better than a wrong one.
 */
export function riskyParts(
	command: string,
	reasons: readonly string[],
	reasonsOf: (command: string) => readonly string[],
): readonly RiskyPart[] {
	if (reasons.length === 0 || command.length > lengthMax) {
		return [];
	}
	const always = new Set(reasonsOf(':'));
	const sought = reasons.filter(why => !always.has(why));
	const found = piecesOf(command)
		.slice(0, piecesMax)
		.map(piece => ({
			piece,
			own: new Set(reasonsOf(piece.isPiped ? `: | ${piece.text}` : piece.text)),
		}));
	return sought.flatMap(why => {
		const pieces = found.filter(({own}) => own.has(why)).map(({piece}) => piece);
		return pieces
			.filter(piece => !pieces.some(other => other !== piece && isInside(other, piece)))
			.flatMap(piece => partsOf(piece, why));
	});
}

/** Longer commands get no marks: nobody reads them on a card, and each piece costs a decision. */
const lengthMax = 4000;
const piecesMax = 40;

function isInside(inner: Piece, outer: Piece): boolean {
	return inner.at >= outer.at && inner.at + inner.text.length <= outer.at + outer.text.length;
}

/** Returns the words of the command that the reason names, or else the whole command. */
function partsOf({at, text, words}: Piece, why: string): readonly RiskyPart[] {
	const named = words
		.slice(1)
		.filter(word => word.means !== '' && namings.some(isNaming => isNaming(why, word.means)));
	const parts = named.length > 0 ? named : [{at, text}];
	return parts.map(part => ({at: part.at, text: part.text, why}));
}

const namings: readonly ((why: string, word: string) => boolean)[] = [
	(why, word) => why.endsWith(`: ${word}`),
	(why, word) => why === `overwrites ${word}` || why === `writes at the end of ${word}`,
	(why, word) => why.startsWith(`${word} `),
];
