import type {Emit} from '../neutral.ts';
import type {CallStart} from './responses/client-response-items.ts';

/**
 * Keeps a provider's own calls back until they are complete, because only then they can be judged.
 * Calls with free text are passed on at once, since there is nothing to repair in them.
 */
export type HeldCalls = {
	readonly start: (start: CallStart) => void;
	readonly grow: (piece: {readonly call: number; readonly text: string}) => void;
	readonly end: (call: number) => void;
	/** Passes on calls that were cut off, without their end, so that clients don't run them. */
	readonly release: () => void;
};

export function createHeldCalls({
	emit,
	nextCall,
	onWhole,
	onPassed,
}: {
	readonly emit: Emit;
	/** Returns the client's number for one more call. */
	readonly nextCall: () => number;
	readonly onWhole: (call: WholeCall) => void;
	/** Called when a call with free text was passed on completely. */
	readonly onPassed: () => void;
}): HeldCalls {
	const held = new Map<number, HeldCall>();
	return {
		start(start) {
			const call = start.form === 'custom' ? nextCall() : null;
			held.set(start.call, {start, call, text: ''});
			if (call !== null) {
				emit({...start, call});
			}
		},
		grow({call, text}) {
			const known = held.get(call);
			if (known && known.call !== null) {
				emit({type: 'call.delta', call: known.call, text});
			} else if (known) {
				known.text += text;
			}
		},
		end(number) {
			const known = held.get(number);
			held.delete(number);
			if (known && known.call !== null) {
				onPassed();
				emit({type: 'call.end', call: known.call});
			} else if (known) {
				onWhole(known);
			}
		},
		release() {
			for (const {start, call, text} of held.values()) {
				if (call === null) {
					const number = nextCall();
					emit({...start, call: number});
					emit({type: 'call.delta', call: number, text});
				}
			}
			held.clear();
		},
	};
}

export type WholeCall = {readonly start: CallStart; readonly text: string};

type HeldCall = {
	readonly start: CallStart;
	/** The call's number for the client, if it is passed on at once; null if it is kept back. */
	readonly call: number | null;
	text: string;
};
