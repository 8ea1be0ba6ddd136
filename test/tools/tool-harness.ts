import {type HostId, localHost} from '../../source/events/ids.ts';
import type {JsonObject} from '../../source/events/json.ts';
import type {Outcome} from '../../source/events/outcome.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {checkInput} from '../../source/tools/check-input.ts';
import {namedHost} from '../../source/tools/terminal-input.ts';
import type {ToolContext} from '../../source/tools/tool.ts';
import {type Harness, type HarnessOptions, realTerminals} from '../terminal/terminal-harness.ts';

export type ToolHarness = Harness & {
	readonly context: ToolContext;
	readonly notes: string[];
	/** As a turn does it: found by name, checked, run. */
	readonly call: (name: string, input?: JsonObject) => Promise<Outcome>;
	/** The result of a call that is to succeed. */
	readonly result: (name: string, input?: JsonObject) => Promise<Result>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export type Result = Record<string, any>;

export type ToolHarnessOptions = HarnessOptions & {
	readonly cwd?: string;
	readonly signal?: AbortSignal;
	readonly host?: HostId;
};

export function tools(options: ToolHarnessOptions = {}): ToolHarness {
	const harness = realTerminals(options);
	const notes: string[] = [];
	const catalogue = createCatalogue();
	const cwd = options.cwd ?? process.cwd();
	const context: ToolContext = {
		call: 'call_1' as never,
		host: options.host ?? localHost,
		cwd,
		workspace: cwd,
		signal: options.signal ?? new AbortController().signal,
		clock: options.clock ?? systemClock(),
		terminals: harness.terminals,
		progress: note => notes.push(note),
	};
	const call = async (name: string, input: JsonObject = {}): Promise<Outcome> => {
		const tool = catalogue.find(name)!;
		const checked = checkInput(tool.parameters, input);
		if (!checked.ok) {
			throw new Error(checked.failure.message);
		}
		return tool.run(checked.value, {...context, host: namedHost(input, context.host)});
	};
	return {
		...harness,
		context,
		notes,
		call,
		async result(name, input) {
			const outcome = await call(name, input);
			if (outcome.status !== 'ok') {
				throw new Error(JSON.stringify(outcome));
			}
			return outcome.result;
		},
	};
}
