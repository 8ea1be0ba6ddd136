import type {Stamped} from '../events/event.ts';
import type {Notice} from './state.ts';

const noticesMax = 100;

export function reduceNotices(notices: readonly Notice[], event: Stamped): readonly Notice[] {
	return event.type === 'notice.shown'
		? [
				...notices.slice(1 - noticesMax),
				{
					seq: event.seq,
					level: event.level,
					text: event.text,
					at: event.at,
					...(event.isAlarm && {isAlarm: true}),
				},
			]
		: notices;
}
