import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {temporaryFolder} from './temporary-folder.ts';

const program = fileURLToPath(new URL('../journeys/fixtures/mcp-server.mjs', import.meta.url));

export type McpScript = {
	readonly tools: readonly object[];
	/** By the tool's name: text, isError, progress, hold, dies, or a request to the client. */
	readonly answers?: Readonly<Record<string, object>>;
	/** What it asks of its own accord. */
	readonly atStart?: object;
	/** It never answers anything. */
	readonly startLate?: boolean;
};

/** A real MCP server over stdio whose tools and answers a test writes, also while it runs. */
export function openMcpScript(script: McpScript) {
	const folder = temporaryFolder();
	mkdirSync(folder, {recursive: true});
	const file = join(folder, 'script.json');
	const write = (next: McpScript) => writeFileSync(file, JSON.stringify(next));
	write(script);
	return {
		/** Its entry in the settings. */
		entry: {command: process.execPath, args: [program, file]},
		write,
		/** What the server was called with, oldest first. */
		calls: (): readonly {
			name?: string;
			given?: object;
			cancelled?: unknown;
			client?: object;
			listed?: true;
			answered?: object;
		}[] =>
			existsSync(`${file}.calls`)
				? readFileSync(`${file}.calls`, 'utf8')
						.trimEnd()
						.split('\n')
						.map(line => JSON.parse(line))
				: [],
	};
}

export function plainTool(name: string, more: object = {}): object {
	return {name, description: `${name} it`, inputSchema: {type: 'object'}, ...more};
}
