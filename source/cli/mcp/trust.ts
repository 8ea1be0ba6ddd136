import {readFolderServers, trustFolderServers} from '../../engine/folder-servers.ts';
import {openTrustBook} from '../../storage/trust.ts';
import {reveal} from '../../text/neutralise.ts';
import type {CliCall, CliContext} from '../context.ts';
import {strangersLine} from '../format.ts';
import {hasFlag} from '../parsed.ts';

/** `agent-tui mcp trust [--yes]`: shows the folder's `.mcp.json` and asks whether to trust it. */
export async function trustServers(call: CliCall, cli: CliContext): Promise<number> {
	const trustBook = openTrustBook(cli.folders.state);
	const found = readFolderServers(cli.cwd, trustBook);
	if (found === null) {
		cli.complain('agent-tui: this folder brings no MCP servers: it has no .mcp.json\n');
		return 1;
	}
	if (found.isTrusted) {
		cli.complain(`${strangersLine(found.path)} is trusted as it is.\n`);
		return 0;
	}
	cli.complain(`${strangersLine(found.path)}:\n\n${reveal(found.text).trimEnd()}\n\n`);
	if (!hasFlag(call.flags, 'yes') && !(await isAgreed(cli))) {
		return 1;
	}
	// Trusts exactly the content that was shown, even if the file has changed since.
	trustFolderServers(found, trustBook);
	cli.complain('Trusted, until the file changes. New sessions have these servers.\n');
	return 0;
}

async function isAgreed(cli: CliContext): Promise<boolean> {
	if (!cli.terminal.stdin) {
		cli.complain('agent-tui: nobody is here to answer; add --yes if you have read it\n');
		return false;
	}
	cli.complain(
		'These programs will run with your rights, without a sandbox, when their tools are needed. Trust them? [y/N] ',
	);
	return /^y(?:es)?\s*$/i.test(await cli.readLine());
}
