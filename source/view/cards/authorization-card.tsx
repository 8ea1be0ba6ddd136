import {waitingCalls} from '../../state/select.ts';
import {useHandles, useLive, useSelector} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {cardRows} from './card-rows.ts';

/** The question that the desk shows now, docked above the composer. */
export function AuthorizationCard({rect}: {readonly rect: Rect}) {
	const {desk, look, keymap} = useHandles();
	const {card, ruleMatch} = useLive(desk);
	const {paint} = useLive(look);
	const waiting = useSelector(waitingCalls);
	const call = waiting.find(one => one.id === card.call);
	if (!call) {
		return null;
	}
	const rows = cardRows(
		{
			call,
			waiting,
			focused: card.focused,
			step: card.step,
			ruleMatch,
			width: rect.width,
			rowsMax: rect.height,
		},
		{paint, keymap},
	);
	return <Rows rect={rect} rows={rows} />;
}
