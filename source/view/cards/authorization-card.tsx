import {waitingCalls} from '../../state/select.ts';
import {useHandles, useLive, useSelector} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {cardRows} from './card-rows.ts';
import {questionRows} from './question-rows.ts';

/** The question that the desk shows now, of a call or of a connection, docked above the composer. */
export function AuthorizationCard({rect}: {readonly rect: Rect}) {
	const {desk, look, keymap, clock} = useHandles();
	const {card, ruleMatch, hiddenLength, answer} = useLive(desk);
	const {paint} = useLive(look);
	const waiting = useSelector(waitingCalls);
	const hops = useSelector(state => state.hops);
	const question = hops.questions.find(one => one.id === card.call);
	if (question) {
		const typed = {length: hiddenLength, text: answer};
		const {focused} = card;
		const asked = {question, focused, typed, width: rect.width, rowsMax: rect.height};
		return <Rows rect={rect} rows={questionRows(asked, {paint, keymap})} />;
	}
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
			hops,
			now: clock.now(),
		},
		{paint, keymap},
	);
	return <Rows rect={rect} rows={rows} />;
}
