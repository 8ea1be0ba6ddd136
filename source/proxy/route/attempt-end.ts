import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';
import type {Again} from '../translate/client-response.ts';
import type {Pipe} from '../translate/pipe.ts';
import type {ClientReply} from './reply.ts';
import type {TimeLimits} from './route-health.ts';
import type {Source} from './source.ts';

/** What one try is made with. */
export type AttemptOptions = {
	readonly source: Source;
	readonly pipe: Pipe;
	readonly reply: ClientReply;
	readonly clock: Clock;
	/** Whether the client takes the answer piece by piece. */
	readonly stream: boolean;
	/** As a person knows it. */
	readonly provider: string;
	readonly limits: Limits;
	/** The client has seen a part of the answer already, so it is given signs of life at once. */
	readonly goesOn: boolean;
	readonly onFirstByte: () => void;
	/** The longest silence after the first piece, told once at the end. */
	readonly onGap: (gapMs: number) => void;
};

export type Limits = Pick<TimeLimits, 'firstByteMs' | 'gapMs' | 'wholeMs'>;

export type AttemptEnd =
	| {readonly status: 'answered'}
	/** The model is to be asked once more, within the same answer. */
	| {readonly status: 'again'; readonly again: Again}
	/** The client was not told: `breakOff` does that. */
	| {readonly status: 'failed'; readonly failure: CallFailure; readonly sent: boolean}
	| {readonly status: 'left'};
