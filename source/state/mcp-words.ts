import type {McpServerState} from '../events/mcp.ts';

/** Describes the state of an MCP server in one line of a list. */
export function serverWords(server: McpServerState): string {
	const {name, state, why, failures, toolCount, host} = server;
	const because = why === null ? '' : `: ${why}`;
	const where = host === null ? '' : ` on ${host}`;
	const tools = toolCount === null ? '' : `, ${toolsWords(toolCount)}`;
	switch (state) {
		case 'off':
			return why === null ? `starts${where} when it is needed${tools}` : `off${because}`;
		case 'starting':
			return `starting${where}`;
		case 'ready':
			return `ready${where}${tools}`;
		case 'failed':
			return `failed${failures > 1 ? ` ${failures} times` : ''}${because}`;
		case 'needs-sign-in':
			return `needs a sign-in: agent-tui mcp login ${name}`;
	}
}

export function toolsWords(count: number): string {
	return count === 1 ? '1 tool' : `${count} tools`;
}

const namedMax = 3;

/** Which tools of a server can't be offered, and why; empty if there are none. */
export function leftOutWords(leftOut: readonly string[]): string {
	const named = leftOut.slice(0, namedMax).join('; ');
	const more = leftOut.length > namedMax ? `; and ${leftOut.length - namedMax} more` : '';
	return leftOut.length === 0 ? '' : `left out, as they can't be used: ${named}${more}`;
}

/**
 * Whether the settings or a person keep the server from starting. One that is only not needed yet
 * has no `why`.
 */
export function isSwitchedOff({state, why}: Pick<McpServerState, 'state' | 'why'>): boolean {
	return state === 'off' && why !== null;
}
