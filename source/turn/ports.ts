import type {HostId} from '../events/ids.ts';
import type {ToolDescription} from '../events/part.ts';
import type {Gate} from '../gate/gate.ts';
import type {Model} from '../model/model.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {Store} from '../state/store.ts';
import type {Tool, ToolContext} from '../tools/tool.ts';

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
	readonly context: (
		call: Pick<ToolContext, 'call' | 'host' | 'signal' | 'progress' | 'preview'>,
	) => ToolContext;
	readonly host: () => HostId;
	readonly instructions: () => string;
	readonly roundsMax: number;
};
