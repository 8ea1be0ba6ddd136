import type {Failure} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {ToolDescription, Usage} from '../events/part.ts';
import type {Settings} from '../events/settings.ts';
import type {Gate} from '../gate/gate.ts';
import type {Model} from '../model/model.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {Store} from '../state/store.ts';
import type {Tool, ToolContext} from '../tools/tool.ts';

/** A call as it was bound when it was proposed; before that its folder is the host's. */
export type CallContext = Pick<ToolContext, 'call' | 'host' | 'signal' | 'preview'> & {
	readonly cwd?: string;
};

/** What a turn needs of the rest of the program. */
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
	/** Where a call goes that names no host. */
	readonly host: () => HostId;
	/** Why nothing can be run on that host now; null: it can. */
	readonly whyNot?: (host: HostId) => Failure | null;
	readonly instructions: () => string;
	readonly roundsMax: number;
	/** Who waits for the answer; a script is told sooner that there is none. */
	readonly patience: 'person' | 'script';
	/** What the chosen model can be given, and what it costs as far as its price is known. */
	readonly budget: {
		readonly windowTokens: () => number;
		readonly costUsd: (usage: Usage) => number | null;
	};
	readonly repair: Settings['repair'];
	/** Finds where a text that grows can be cut without tearing a secret, of which a log would not know. */
	readonly cutter?: () => {readonly cut: (pending: string) => number};
};
