import type {State} from '../state/state.ts';
import {count} from '../text/count.ts';
import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import {hopSigns} from './hop-sign.ts';
import {type Pane, paneNames, panes} from './panes/panes.ts';
import type {Paint} from './theme.ts';

export type StatusTail = {
	readonly state: State;
	readonly now: number;
	/** The proxy runs but did not answer the last probe. */
	readonly isProxySilent: boolean;
	/** Panes that don't fit on this screen; their alarms are shown here. */
	readonly hidden: readonly Pane[];
};

/** Versions of the right side from longest to shortest; alarms are dropped last. */
export function tailsOf(tail: StatusTail, paint: Paint): readonly string[] {
	const {state, hidden, now} = tail;
	const panesElsewhere = hidden.map(pane => elsewhere(pane, tail, paint));
	const all = panesElsewhere.map(({text}) => text);
	const alarms = panesElsewhere.filter(({isAlarm}) => isAlarm).map(({text}) => text);
	const health = healthOf(tail, paint);
	const signs = hopSigns(state, now, paint);
	return [
		[...all, ...signs, modelOf(state, paint) + health],
		[...all, ...signs, health],
		[...alarms, ...signs, health],
	].map(parts => `  ${parts.join('  ')} `);
}

/** A hidden pane: the number key that focuses it, and its alarm. */
function elsewhere(pane: Pane, facts: StatusTail, paint: Paint): {text: string; isAlarm: boolean} {
	const name = `${paneNames.indexOf(pane) + 1} ${pane}`;
	const alarm = panes[pane].alarm(facts);
	return alarm
		? {text: paint.style(alarm.token, `${name} ${alarm.sign}`), isAlarm: true}
		: {text: paint.style('text.dim', name), isAlarm: false};
}

function modelOf({session, chat}: State, paint: Paint): string {
	const {provider, model} = session;
	const name = provider === '' ? model && `route ${model}` : nameOf(provider, model);
	const context = chat.contextTokens > 0 ? ` ${count(chat.contextTokens)} tokens ` : ' ';
	return paint.style('text.dim', shorten(neutralise(name), 40, paint.glyphs.more) + context);
}

function nameOf(provider: string, model: string): string {
	return provider === model || model === '' ? provider : `${provider}/${model}`;
}

function healthOf({state: {proxy}, isProxySilent}: StatusTail, {glyphs, style}: Paint): string {
	const health = {
		ready: ['status.ok', glyphs.running],
		starting: ['status.warn', glyphs.more],
		down: ['status.error', glyphs.failed],
		off: ['text.dim', glyphs.running],
	} as const;
	const [token, glyph] = health[isProxySilent ? 'down' : proxy.status];
	return style(token, glyph);
}
