import type {Failure} from '../events/failure.ts';
import type {HostId, TurnId} from '../events/ids.ts';
import type {ToolDescription, Usage} from '../events/part.ts';
import type {Settings} from '../events/settings.ts';
import type {Gate} from '../gate/gate.ts';
import type {Model} from '../model/model.ts';
import type {Hide} from '../model/redact-request.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {Store} from '../state/store.ts';
import type {Tool, ToolContext} from '../tools/tool.ts';

/** The host and folder to which a call is bound. If `cwd` is absent, the host's folder applies. */
export type CallContext = Pick<ToolContext, 'call' | 'host' | 'signal' | 'preview'> & {
	readonly cwd?: string;
};

/** What a turn uses of the rest of the program. */
export type TurnPorts = {
	readonly store: Store;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly model: Model;
	readonly gate: Gate;
	readonly tools: {
		readonly find: (name: string) => Tool | undefined;
		readonly names: readonly string[];
		readonly descriptions: readonly ToolDescription[];
	};
	readonly context: (call: CallContext & Pick<ToolContext, 'progress'>) => ToolContext;
	/** The host for calls that don't name one. */
	readonly host: () => HostId;
	/** Returns why nothing can run on that host now, or null if it can. */
	readonly whyNot?: (host: HostId) => Failure | null;
	/** Reads anew what `instructions` uses, if that may have changed. */
	readonly prepare?: (turn: TurnId) => Promise<void>;
	readonly instructions: () => string;
	readonly roundsMax: number;
	/** Whether a person or a script waits for the answer. A script gets a failure sooner. */
	readonly patience: 'person' | 'script';
	/** The number of tokens that the chosen model accepts, and their cost if the price is known. */
	readonly budget: {
		readonly windowTokens: () => number;
		readonly costUsd: (usage: Usage) => number | null;
	};
	readonly repair: Settings['repair'];
	/** Hides secrets. Call this before cutting a text: a part of a secret is not recognised. */
	readonly hide: Hide;
	/**
	 * Creates a cutter, which finds safe split points in streamed text: a secret that is split over
	 * two records would escape redaction.
	 */
	readonly cutter?: () => {readonly cut: (pending: string) => number};
};
