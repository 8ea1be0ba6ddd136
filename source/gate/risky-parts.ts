import type {RiskyPart} from '../events/authorization.ts';
import {type Piece, piecesOf} from './pieces.ts';

/**
 * Finds the parts of a command line to which the reasons belong. A part is pointed out only if its
 * text alone has the same reason, and a text without meaning (`:`) does not. Nothing is pointed out
 * where that can't be told: a reason without a part is better than one with a wrong part.
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

/** Nobody reads more than this on a card, and each piece is read anew. */
const lengthMax = 4000;
const piecesMax = 40;

function isInside(inner: Piece, outer: Piece): boolean {
	return inner.at >= outer.at && inner.at + inner.text.length <= outer.at + outer.text.length;
}

/** The words that the reason names, or all of the piece. */
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
