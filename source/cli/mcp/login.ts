import {secretPrintedBy, tokenBookOf} from '../../engine/open-mcp-servers.ts';
import {failed, type Result} from '../../events/failure.ts';
import {resolvePlace} from '../../mcp-client/secrets.ts';
import {readServerEntries, type ServerPlace} from '../../mcp-client/server-entry.ts';
import {signIn} from '../../mcp-client/sign-in/sign-in.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliCall, CliContext} from '../context.ts';
import {strangersLine} from '../format.ts';
import {flagText} from '../parsed.ts';

/** `agent-tui mcp login NAME`: the address is printed, and opened by the person. */
export async function logIn(call: CliCall, cli: CliContext): Promise<number> {
	const [, name = ''] = call.words;
	const place = await addressOf(name, cli);
	if (!place.ok) {
		cli.complain(`agent-tui: ${strangersLine(place.failure.message)}\n`);
		return 2;
	}
	const {url, clientId, clientSecret} = place.value;
	const ending = new AbortController();
	const forget = cli.onEnding(() => ending.abort());
	const typed = cli.terminal.stdin ? readPasted(cli) : null;
	try {
		const signedIn = await signIn({
			server: name,
			url,
			clientId,
			clientSecret,
			scope: flagText(call.flags, 'scope') ?? null,
			book: tokenBookOf(cli.env),
			clock: cli.clock,
			pasted: typed?.line ?? new Promise(() => {}),
			signal: ending.signal,
			show: address => cli.complain(askWords(name, address, typed !== null)),
		});
		if (ending.signal.aborted) {
			return interrupted;
		}
		cli.complain(
			signedIn.ok
				? `Signed in to ${strangersLine(name)}.\n`
				: `agent-tui: ${strangersLine(signedIn.failure.message)}\n`,
		);
		const exitCode = signedIn.ok ? 0 : 1;
		if (typed?.isWaiting()) {
			// Exit here, because a read from a terminal can't be cancelled and would keep the process
			// alive.
			cli.leave(exitCode);
		}
		return exitCode;
	} finally {
		forget();
	}
}

const interrupted = 130;

function askWords(name: string, address: string, canPaste: boolean): string {
	const paste = canPaste
		? 'If the browser is on another machine, its last page will not open: paste the address of that page here, and press Enter.\n'
		: '';
	return `Open this address to sign in to ${strangersLine(name)}:\n\n${strangersLine(address)}\n\n${paste}`;
}

/** Reads the first line that is typed, which should be the address of the browser's last page. */
function readPasted(cli: CliContext): {line: Promise<string>; isWaiting: () => boolean} {
	let isWaiting = true;
	const line = cli.readLine().then(text => {
		isWaiting = false;
		return text;
	});
	return {line, isWaiting: () => isWaiting};
}

/** `agent-tui mcp logout NAME`. */
export async function logOut(call: CliCall, cli: CliContext): Promise<number> {
	const [, name = ''] = call.words;
	const place = await addressOf(name, cli);
	if (!place.ok) {
		cli.complain(`agent-tui: ${strangersLine(place.failure.message)}\n`);
		return 2;
	}
	const wasThere = tokenBookOf(cli.env).forget(place.value.url);
	cli.complain(
		wasThere
			? `Signed out of ${strangersLine(name)}.\n`
			: `${strangersLine(name)} had no sign-in.\n`,
	);
	return 0;
}

async function addressOf(
	name: string,
	cli: CliContext,
): Promise<Result<Extract<ServerPlace, {type: 'http'}>>> {
	const {mcpServers} = readSettings(cli.folders.config).settings;
	const entry = readServerEntries(mcpServers, 'settings').find(each => each.name === name);
	if (entry?.place?.type !== 'http') {
		const why = entry ? 'is a program here, and needs no sign-in' : 'is not in the settings';
		return {ok: false, failure: failed('not-found', `The MCP server "${name}" ${why}.`)};
	}
	const {env, cwd} = cli;
	const runCommand = (command: string) => secretPrintedBy(command, env);
	const resolved = await resolvePlace({...entry, place: entry.place}, {env, cwd, runCommand});
	return resolved.ok
		? {ok: true, value: resolved.value.place as Extract<ServerPlace, {type: 'http'}>}
		: resolved;
}
