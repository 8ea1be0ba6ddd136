import {leftOutWords} from '../../state/mcp-words.ts';
import {reveal} from '../../text/neutralise.ts';
import type {CliCall, CliContext} from '../context.ts';
import {lasting, strangersLine} from '../format.ts';
import {isKnown, withServers} from './servers.ts';

/**
 * `agent-tui mcp test NAME`: starts the server, and reports whether that worked and how long it
 * took.
 */
export function testServer(call: CliCall, cli: CliContext): Promise<number> {
	const [, name = ''] = call.words;
	return withServers(cli, async opened => {
		if (!isKnown(cli, opened, name)) {
			return 2;
		}
		const {servers} = opened;
		const startedAt = cli.clock.elapsed();
		const found = await servers.restart(name);
		const tookMs = cli.clock.elapsed() - startedAt;
		const state = servers.states.snapshot().find(each => each.name === name);
		if (found.ok) {
			const left = leftOutWords(state?.leftOut ?? []);
			cli.print(
				`${strangersLine(name)} is ready after ${lasting(tookMs)}: ${found.value.length} tools\n`,
			);
			if (left !== '') {
				cli.complain(`agent-tui: ${strangersLine(left)}\n`);
			}
			return 0;
		}
		cli.complain(`agent-tui: ${strangersLine(found.failure.message)}\n`);
		if (state !== undefined && state.stderrTail !== '') {
			cli.complain(`It wrote to stderr:\n${reveal(state.stderrTail)}\n`);
		}
		return 1;
	});
}
