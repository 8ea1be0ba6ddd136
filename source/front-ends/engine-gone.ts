import type {SessionId} from '../events/ids.ts';
import type {EngineGone} from '../wire/remote-engine.ts';

/** Says why the connection to the engine ended, and how to come back; null if the engine died. */
export function goneWords({why, goesOn}: EngineGone, session: SessionId): string | null {
	if (why === null) {
		return null;
	}
	const words = endWords[why] ?? why;
	return goesOn ? `${words} Come back to it: agent-tui attach ${session}` : words;
}

/** The reasons of engines, as sentences that a person understands. */
const endWords: Readonly<Record<string, string>> = {
	quit: 'Another screen has ended this session.',
	signal: 'This session was asked to end.',
	idle: 'This session has ended: nothing ran in it, and nobody had looked for a while.',
};
