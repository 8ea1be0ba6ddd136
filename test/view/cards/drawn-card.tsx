import {unstyled} from '../../../source/text/styled.ts';
import {padTo, textWidth} from '../../../source/text/width.ts';
import {CardView} from '../../../source/view/cards/card-view.tsx';
import type {ShownCard} from '../../../source/view/cards/shown-card.ts';
import type {Paint} from '../../../source/view/theme.ts';
import {drawnRows, testHandles} from '../ink/drawn.tsx';

/** The rows of a card on the screen, which Ink must not have cut. */
export function drawnCard(card: ShownCard, paint: Paint): readonly string[] {
	const rows = drawnRows(<CardView card={card} />, testHandles({}, {paint})).map(unstyled);
	const inner = rows.slice(1, -1).map(row => row.slice(2, -2));
	const cut = card.body.filter(
		(row, index) => inner[index] !== padTo(unstyled(row), textWidth(inner[index] ?? '')),
	);
	if (cut.length > 0) {
		throw new Error(`Ink has not drawn as they are:\n${cut.join('\n')}\n${rows.join('\n')}`);
	}
	return rows;
}
