import type {SessionId} from '../events/ids.ts';
import type {EngineGone} from '../wire/remote-engine.ts';

/** Says why the engine has left this front end, and how to come back; null if it has died. */
export function goneWords({why, goesOn}: EngineGone, session: SessionId): string | null {
	if (why === null) {
		return null;
	}
	const words = endWords[why] ?? why;
	return goesOn ? `${words} Come back to it: agent-tui attach ${session}` : words;
}

/** Sentences for reasons that a person would not understand as the engine gives them. */
const endWords: Readonly<Record<string, string>> = {
	quit: 'Another screen has ended this session.',
	signal: 'This session was asked to end.',
	idle: 'This session has ended: nothing ran in it, and nobody had looked for a while.',
};
