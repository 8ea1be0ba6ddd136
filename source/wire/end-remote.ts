import type {Clock} from '../platform/clock.ts';
import type {MovingLine} from './line.ts';
import type {EngineGone} from './remote-engine.ts';

/**
 * How long the engine may take to end. It takes up to five seconds, and longer if it is just being
 * handed over.
 */
const endMsMax = 20_000;

type Ports = {
	readonly held: {readonly clock: Clock; bye: EngineGone};
	readonly line: Pick<MovingLine, 'send' | 'cut'>;
	readonly gone: Promise<EngineGone>;
	readonly session: string;
};

/** Asks the engine to end, and waits for it. If it does not answer, it is left. */
export function endRemote(reason: string, {held, line, gone, session}: Ports): Promise<EngineGone> {
	line.send({type: 'end', reason});
	const late = held.clock.after(endMsMax, () => {
		held.bye = {why: unanswered(session), isWritten: true, goesOn: true};
		line.cut();
	});
	return gone.finally(late.cancel);
}

function unanswered(session: string): string {
	return `The process of this session does not answer, so it was left. To end it: agent-tui stop ${session} --now`;
}
