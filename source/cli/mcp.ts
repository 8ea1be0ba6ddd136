import type {CliCall, CliContext} from './context.ts';

/**
 * The command `mcp`: without a word it serves our tools; with one it is about the servers of
 * others.
 */
export async function runMcp(call: CliCall, cli: CliContext): Promise<number> {
	return call.words.length === 0
		? (await import('../front-ends/mcp/run-shim.ts')).runShim({flags: call.flags, cwd: cli.cwd})
		: (await import('./mcp/run.ts')).runMcpClient(call, cli);
}
