import {dayAndHour} from '../platform/time-words.ts';
import type {State} from '../state/state.ts';
import type {FrontEndIntent} from '../view/ui-state/intent.ts';
import type {ScreenInfo} from '../wire/message.ts';
import type {Presenter} from './session-requests.ts';

/** Lists the screens of this session. Choosing a row disconnects that screen. */
export function listScreens({remote, state, say, show}: Presenter): void {
	const screens = remote?.screens() ?? [];
	if (!remote || screens.length < 2) {
		return say('info', 'No other screen shows this session.');
	}
	const items = screens.map(one => {
		const isOwn = one.id === remote.screen;
		return {
			label: isOwn ? 'This screen' : one.from,
			detail: screenDetail(one, state()),
			intent: isOwn
				? ({type: 'close-overlay'} as const)
				: ({type: 'dismiss-screen', screen: one.id, isSure: false} as const),
		};
	});
	show({type: 'picker', title: 'Screens of this session', items});
}

/** Asks for confirmation first, because the person at that screen may be typing. */
export function dismissScreen(
	{remote, say, show}: Presenter,
	{screen, isSure}: Extract<FrontEndIntent, {type: 'dismiss-screen'}>,
): void {
	const chosen = remote?.screens().find(({id}) => id === screen);
	const refusal = remote?.refusal() ?? null;
	if (!remote || !chosen) {
		return say('info', 'That screen has left already.');
	}
	if (refusal !== null) {
		return say('warn', refusal);
	}
	if (isSure) {
		remote.dismiss(screen);
		return say('info', `Sent away: ${chosen.from}`);
	}
	const items = [
		{label: 'No, leave it', detail: '', intent: {type: 'close-overlay'}},
		{
			label: 'Yes, send it away',
			detail: 'the session goes on, and that screen is told how to come back',
			intent: {type: 'dismiss-screen', screen, isSure: true},
		},
	] as const;
	show({type: 'picker', title: `Send away ${chosen.from}?`, items});
}

function screenDetail({columns, rows, since, kind, looksAt}: ScreenInfo, state: State): string {
	return [
		...(columns > 0 ? [`${columns}x${rows}`] : []),
		...(looksAt ? [lookWords(looksAt, state)] : []),
		...(kind === 'watch' ? ['only watches'] : []),
		`since ${dayAndHour(since)}`,
	].join('  ');
}

function lookWords(
	{part, terminal}: NonNullable<ScreenInfo['looksAt']>,
	{terminals}: State,
): string {
	if (part === 'lines') {
		return 'line by line';
	}
	const shown = part === 'terminal' && terminals.find(({id}) => id === terminal);
	return shown ? `in terminal ${shown.id}: ${shown.title}` : `in the ${part}`;
}
