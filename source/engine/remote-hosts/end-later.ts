import {addressOf, type UnconfirmedEnd} from '../../state/hops.ts';
import {namedShort} from '../../text/no-contact.ts';
import {type AskLater, againMs, isOther, type LaterAsk, untilBack} from './ask-later.ts';
import type {RemoteHostsSetup} from './setup.ts';

/** Ends a program that was asked to end while its host was silent. */
export const endLater: AskLater = async ask => {
	const {store, host, place, closing} = ask;
	const end = store.state().hops.unconfirmed.find(one => one.host === host);
	if (!end) {
		return null;
	}
	const doubt = whyUnsure(end, {system: place.about.system, isOther: isOther(end.facts, ask)});
	const left = doubt === null ? await endThere(end, ask) : null;
	await untilBack(ask);
	if (closing.aborted || (left === null && doubt === null)) {
		return false;
	}
	tell(ask, {end, left, doubt});
	return true;
};

/**
 * Ends the program on the host. A start that was not reported may still wait in the host's input,
 * so the program is searched for twice.
 */
async function endThere(
	{process}: UnconfirmedEnd,
	{place, clock, closing}: LaterAsk,
): Promise<readonly number[] | null> {
	const left = await place.end(process);
	if (left === null || process.pid !== 0) {
		return left;
	}
	await clock.sleep(againMs, closing).catch(() => {});
	return place.end(process);
}

function tell(
	{append}: RemoteHostsSetup,
	{end, left, doubt}: {end: UnconfirmedEnd; left: readonly number[] | null; doubt: string | null},
): void {
	const {terminal, host, call} = end;
	append({type: 'terminal.confirmed', terminal, host, left, ...(call && {call})});
	append({type: 'notice.shown', level: 'warn', text: doubt ?? wordsOf(end, left ?? [])});
}

/**
 * Returns why the program can't be identified safely: a process id alone may belong to another
 * program by now.
 */
function whyUnsure(
	end: UnconfirmedEnd,
	{system, isOther: isElsewhere}: {system: string; isOther: boolean},
): string | null {
	const {host, title, process, facts} = end;
	if (isElsewhere && facts) {
		return `${namedShort(title)} was asked to stop on ${addressOf(facts)}, and ${host} is another machine now: look there yourself.`;
	}
	return process.startTicks === 0 && system !== 'Linux'
		? `${namedShort(title)} was asked to stop on ${host}. Whether it did can't be known there: look yourself.`
		: null;
}

function wordsOf({host, title}: UnconfirmedEnd, left: readonly number[]): string {
	return left.length === 0
		? `${host} answers again: ${namedShort(title)}, which was asked to stop, runs there no more.`
		: `${host} answers again, and ${namedShort(title)} could not be ended: processes ${left.join(', ')} are left.`;
}
