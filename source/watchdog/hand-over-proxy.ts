import type {Child, HandedChild} from '../platform/child.ts';
import type {SupervisorState} from './supervisor-state.ts';

/** A running proxy as plain JSON, for the process that takes it over. */
export type HandedProxy = {
	readonly child: HandedChild;
	readonly address: NonNullable<SupervisorState['address']>;
	readonly restarts: number;
};

/** A proxy from which we no longer read; it still answers requests. */
export type StoppedProxy = {
	/** Null if no proxy runs. */
	readonly proxy: HandedProxy | null;
	/** Whether a person has stopped the proxy. */
	readonly isOff: boolean;
	readonly goOn: () => void;
};

export function handOverProxy(state: SupervisorState): StoppedProxy | null {
	const {child, next, address, restarts, stopped, timer, isListening} = state;
	if (next || timer || (child && !isListening)) {
		return null;
	}
	const held = child && address ? child.stop() : null;
	if (child && address && !held) {
		return null;
	}
	state.isHandedOver = true;
	return {
		proxy: held && address && {child: held.handed, address, restarts},
		isOff: held ? false : stopped,
		goOn() {
			state.isHandedOver = false;
			held?.goOn();
		},
	};
}

export function takeOverProxy(
	state: SupervisorState,
	{address, restarts}: HandedProxy,
	child: Child,
): void {
	state.isAsleep = false;
	state.child = child;
	state.address = address;
	state.restarts = restarts;
	state.isListening = true;
}
