import type {SessionId} from '../../events/ids.ts';
import {unconfirmedLines} from '../../state/hops.ts';
import type {Mirror} from '../../state/mirror.ts';
import {isBusy} from '../../state/select.ts';
import type {FrontEndSession, SessionEnd} from '../front-end-session.ts';
import {isInUse} from '../in-use.ts';
import type {NextStep, SessionExit} from '../session-requests.ts';

type Ports = Pick<FrontEndSession, 'end' | 'remote' | 'session' | 'settings'> & {
	readonly mirror: Mirror;
};

/**
 * Leaves the session after a signal. If the window was closed, running programs should continue, so
 * this only detaches, unless the settings ask for an end.
 */
export async function leaveAtSignal({
	end,
	remote,
	settings,
}: Pick<Ports, 'end' | 'remote' | 'settings'>): Promise<void> {
	if (remote && settings.engine.onHangup === 'detach') {
		remote.detach();
	} else {
		await end('signal');
	}
}

/**
 * Ends the session. It only disconnects if the user detaches, or opens another session while
 * something still runs in this one.
 */
export async function endOrLeave(
	{remote, end, mirror}: Ports,
	exit: SessionExit,
): Promise<SessionEnd | 'goes on'> {
	const goesOn =
		exit.type === 'detach' || (exit.type === 'open' && isInUse(mirror.state(), remote));
	if (remote && goesOn && !remote.isGone()) {
		remote.detach();
		return 'goes on';
	}
	const isTold = remote?.isGone() === true;
	const ended = await end('quit');
	// If the connection had ended before, the person knows why.
	return isTold ? {...ended, why: null} : ended;
}

/** Prints what could not be ended, and how to return to the session. */
export function farewell(
	{mirror, session}: Ports,
	exit: SessionExit,
	ended: SessionEnd | 'goes on',
): NextStep {
	if (exit.type === 'open') {
		return exit;
	}
	const {exitCode, words: why} = exit.type === 'quit' ? exit : {exitCode: 0, words: ''};
	// An empty session ends with its last screen and is deleted, so there is nothing to return to.
	if (mirror.state().chat.items.length === 0 && !isBusy(mirror.state())) {
		return {type: 'quit', exitCode, words: why};
	}
	if (ended === 'goes on') {
		const words = `The session goes on. Come back to it: agent-tui attach ${session}\n`;
		return {type: 'quit', exitCode, words};
	}
	const left = unconfirmedLines(mirror.state()).map(line => `${line}\n`);
	return {type: 'quit', exitCode, words: [why, ...left, wayBack(ended, session)].join('')};
}

function wayBack({isWritten, goesOn, why}: SessionEnd, session: SessionId): string {
	if (goesOn) {
		return why ? `${why}\n` : '';
	}
	return isWritten ? `Go on with this session: agent-tui resume ${session}\n` : '';
}
