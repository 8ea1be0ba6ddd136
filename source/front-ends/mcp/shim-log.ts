import {join} from 'node:path';
import {version} from '../../cli/version.ts';
import {createRotatingLog} from '../../platform/rotating-log.ts';

/**
 * A log of each run of `agent-tui mcp`: why it was started, which engine it used, and why it ended.
 */
export type ShimLog = {
	readonly client: (name: string) => void;
	readonly engine: (engine: {readonly session: string; readonly isNew: boolean}) => void;
	readonly end: (why: string) => void;
};

const bytesMax = 1_048_576;
const nameLengthMax = 100;

export function shimLogPath(state: string): string {
	return join(state, 'mcp.log');
}

export function openShimLog(
	state: string,
	{
		cwd,
		name,
		parent,
	}: {readonly cwd: string; readonly name: string | null; readonly parent: number},
): ShimLog {
	// Ignore errors: a log that can't be written must not disturb the client, and stdout belongs to
	// the protocol.
	const log = createRotatingLog({path: shimLogPath(state), bytesMax, onProblem() {}});
	const {pid} = process;
	const write = (type: string, facts: object) => {
		log.line(JSON.stringify({at: new Date().toISOString(), pid, type, ...facts}));
	};
	let known = '';
	write('start', {why: `process ${parent} started it`, version, cwd, ...(name && {session: name})});
	return {
		client(told) {
			if (told !== known) {
				known = told;
				write('client', {name: told.slice(0, nameLengthMax)});
			}
		},
		engine: ({session, isNew}) =>
			write('engine', {session, why: isNew ? 'started for a call' : 'ran already'}),
		end: why => write('end', {why}),
	};
}
