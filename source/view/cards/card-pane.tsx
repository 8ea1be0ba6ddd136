import {Box} from 'ink';
import {useHandles, useLive, useSelector, useUi} from '../hooks.ts';
import {useMeasured} from '../ink/surface.tsx';
import type {Rect} from '../layout.ts';
import {signOf} from './card-sign.ts';
import {CardView} from './card-view.tsx';
import {type ShownCard, shownCard} from './shown-card.ts';

/**
 * Draws the card above the composer. After each commit it reports which question Ink's picture
 * shows, and where, because a key may answer only once the terminal has drawn that picture.
 */
export function CardPane({room}: {readonly room: Rect}) {
	const {cardDrawn, ui} = useHandles();
	const card = useShownCard(room);
	const ref = useMeasured(place => {
		cardDrawn(card && place ? signOf(card, {place, ui: ui.snapshot()}) : null);
	});
	return (
		<Box ref={ref} flexDirection="column" flexShrink={0} width={room.width} height={room.height}>
			{card ? <CardView card={card} /> : null}
		</Box>
	);
}

/**
 * Returns the card to draw. It is computed again if the question or its appearance changes, but not
 * because time passes.
 */
function useShownCard({width, height}: Rect): ShownCard | null {
	const {store, ui, look, keymap, clock} = useHandles();
	const {paint} = useLive(look);
	useSelector(({calls}) => calls);
	useSelector(({hops}) => hops);
	useSelector(({project}) => project);
	useUi(({card}) => card);
	useUi(({overlay}) => overlay);
	useUi(({ruleMatch}) => ruleMatch);
	useUi(({hiddenLength}) => hiddenLength);
	useUi(({answer}) => answer);
	const from = {state: store.state(), ui: ui.snapshot(), now: clock.now()};
	return shownCard(from, {width, rowsMax: height}, {paint, keymap});
}
