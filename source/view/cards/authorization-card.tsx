import {waitingCalls} from '../../state/select.ts';
import {useHandles, useLive, useSelector} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {cardRows} from './card-rows.ts';

/** The question that the desk shows now, docked above the composer. */
export function AuthorizationCard({rect}: {readonly rect: Rect}) {
	const {desk, look, keymap} = useHandles();
	const {card} = useLive(desk);
	const {paint} = useLive(look);
	const waiting = useSelector(waitingCalls);
	const index = waiting.findIndex(call => call.id === card.call);
	const call = waiting[index];
	if (!call) {
		return null;
	}
	const rows = cardRows(
		{
			call,
			position: index + 1,
			total: waiting.length,
			focused: card.focused,
			width: rect.width,
			rowsMax: rect.height,
		},
		{paint, keymap},
	);
	return <Rows rect={rect} rows={rows} />;
}
