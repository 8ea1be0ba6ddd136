import type {SessionUpdate} from '@agentclientprotocol/sdk';
import type {Engine} from '../../engine/engine.ts';
import type {CallId, TerminalId} from '../../events/ids.ts';
import type {State, TerminalRecord, ToolCall} from '../../state/state.ts';

export type LiveOutputPorts = {
	readonly engine: Pick<Engine, 'query' | 'live'>;
	readonly state: () => State;
	readonly hide: (text: string) => string;
	readonly update: (update: SessionUpdate) => void;
};

/**
 * Sends the output of terminals to the editor as it comes, line by line and in colour, by a
 * convention of Zed: the editor shows it in a terminal of its own whose id is the call's.
 */
export type LiveOutput = {
	/**
	 * Starts sending the output of the call's terminal, unless it has none or that has begun already.
	 */
	readonly follow: (call: ToolCall) => void;
	readonly look: () => void;
	readonly close: () => void;
};

type Followed = {
	readonly call: CallId;
	readonly terminal: TerminalId;
	/** The number of the first row that was not sent yet. */
	next: number;
	isReading: boolean;
	isStale: boolean;
	stop: () => void;
};

export function createLiveOutput(ports: LiveOutputPorts): LiveOutput {
	const followed = new Map<CallId, Followed>();
	const look = (one: Followed) => {
		one.isStale = true;
		if (!one.isReading) {
			void readAll(ports, one).then(isOver => isOver && one.stop());
		}
	};
	return {
		follow({id, terminal}) {
			if (terminal === undefined || followed.has(id)) {
				return;
			}
			const one: Followed = {
				call: id,
				terminal,
				next: 0,
				isReading: false,
				isStale: false,
				stop() {},
			};
			followed.set(id, one);
			one.stop = ports.engine.live.terminal(terminal)?.subscribe(() => look(one)) ?? one.stop;
			look(one);
		},
		look() {
			for (const one of followed.values()) {
				recordOf(ports, one)?.ended && look(one);
			}
		},
		close() {
			for (const {stop} of followed.values()) {
				stop();
			}
		},
	};
}

function recordOf({state}: LiveOutputPorts, {terminal}: Followed): TerminalRecord | undefined {
	return state().terminals.find(({id}) => id === terminal);
}

/** Sends new rows until there are none left. Returns true if the program has ended. */
async function readAll(ports: LiveOutputPorts, one: Followed): Promise<boolean> {
	one.isReading = true;
	let isOver = false;
	while (one.isStale && !isOver) {
		one.isStale = false;
		const record = recordOf(ports, one);
		isOver = record === undefined || record.ended !== null;
		await tellRows(ports, one, isOver);
		if (isOver) {
			tellExit(ports, one, record);
		}
	}
	// After the end was sent, this stays true, so that nothing more is read.
	one.isReading = isOver;
	return isOver;
}

/**
 * Sends the new rows. The last row may still grow, so it is held back until the program has ended.
 */
async function tellRows(
	{engine, hide, update}: LiveOutputPorts,
	one: Followed,
	isOver: boolean,
): Promise<void> {
	for (;;) {
		const {terminal, next: from} = one;
		const page = await engine.query({
			type: 'terminal-rows',
			terminal,
			from,
			to: Number.MAX_SAFE_INTEGER,
		});
		const last = page.rows.findLastIndex(row => row !== '') + 1;
		const isLastPage = page.from + page.rows.length >= page.end;
		const count = isLastPage ? Math.max(0, isOver ? last : last - 1) : page.rows.length;
		if (count > 0) {
			const lines = page.rows.slice(0, count).join('\r\n');
			one.next = page.from + count;
			update(output(one.call, {terminal_output: {data: `${hide(lines)}\r\n`}}));
		}
		if (isLastPage || count === 0) {
			return;
		}
	}
}

function tellExit(
	{update}: LiveOutputPorts,
	{call}: Followed,
	record: TerminalRecord | undefined,
): void {
	const {exitCode = null, signal = null} = record?.ended ?? {};
	update(output(call, {terminal_exit: {exit_code: exitCode, signal}}));
}

function output(toolCallId: CallId, told: Record<string, object>): SessionUpdate {
	const meta = Object.entries(told).map(([name, value]) => [
		name,
		{terminal_id: toolCallId, ...value},
	]);
	return {sessionUpdate: 'tool_call_update', toolCallId, _meta: Object.fromEntries(meta)};
}
