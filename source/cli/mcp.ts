import type {CliCall, CliContext} from './context.ts';

/**
 * The command `mcp`. Without a word it serves our tools to another agent; with a word it manages
 * the configured MCP servers.
 */
export async function runMcp(call: CliCall, cli: CliContext): Promise<number> {
	return call.words.length === 0
		? (await import('../front-ends/mcp/run-shim.ts')).runShim({flags: call.flags, cwd: cli.cwd})
		: (await import('./mcp/run.ts')).runMcpClient(call, cli);
}
