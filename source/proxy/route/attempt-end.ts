import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';
import type {Again} from '../translate/client-response.ts';
import type {Pipe} from '../translate/pipe.ts';
import type {OnThrow} from './boundary.ts';
import type {Flow} from './client.ts';
import type {Pacer} from './pacer.ts';
import type {ClientReply} from './reply.ts';
import type {TimeLimits} from './route-health.ts';
import type {SilenceTimer} from './silence-timer.ts';
import type {Source} from './source.ts';
import type {UnreadPieces} from './unread-pieces.ts';

/** What one attempt needs. */
export type AttemptOptions = {
	readonly source: Source;
	readonly pipe: Pipe;
	readonly reply: ClientReply;
	readonly clock: Clock;
	/** The client wants the answer piece by piece. */
	readonly stream: boolean;
	/** The provider's name for messages to people. */
	readonly provider: string;
	readonly limits: Limits;
	/** The client has already seen a part of the answer, so it gets signs of life from the start. */
	readonly goesOn: boolean;
	readonly onFirstByte: () => void;
	/** Called once at the end, with the longest silence after the first piece. */
	readonly onGap: (gapMs: number) => void;
};

export type Limits = Pick<TimeLimits, 'firstByteMs' | 'gapMs' | 'wholeMs'>;

export type AttemptEnd =
	| {readonly status: 'answered'}
	/** The model is to be asked once more, to continue the same answer. */
	| {readonly status: 'again'; readonly again: Again}
	/** The attempt failed. The client was told nothing about the failure; `breakOff` does that. */
	| {readonly status: 'failed'; readonly failure: CallFailure; readonly sent: boolean}
	| {readonly status: 'left'};

/** An attempt while it runs. */
export type OpenTry = {
	readonly options: AttemptOptions;
	/** `closing`: the client has the whole answer, and only the provider's last bytes are read. */
	phase: 'open' | 'closing' | 'over';
	flow: Flow | null;
	/** Whether the provider has sent at least one byte. */
	heard: boolean;
	/** Whether the provider has said that it is still working on the answer. */
	waitsLonger: boolean;
	/** Whether the client was sent at least one byte. */
	sent: boolean;
	/** Bytes of the provider that the pipe was not given yet. */
	readonly unread: UnreadPieces;
	gapMs: number;
	/** The client reads more slowly than the provider writes, so reading is paused. */
	blocked: boolean;
	/** Whether the provider has sent its last byte. */
	isSourceOver: boolean;
	/** Decides when received bytes are sent to the client. */
	readonly pacer: Pacer;
	readonly quiet: SilenceTimer;
	readonly silence: SilenceTimer;
	readonly resolve: (end: AttemptEnd) => void;
	readonly leave: () => void;
	readonly stumble: OnThrow;
};
