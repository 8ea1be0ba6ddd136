import type {CliContext} from './context.ts';

/**
 * Refuses to start a command that runs without a person if the rules can't all be read: a rule that
 * can't be read may deny what would run. Returns the exit code.
 */
export function refuseToStart(cli: CliContext, what: string, problem: string): number {
	cli.complain(`agent-tui: ${problem}\n`);
	cli.complain(
		`agent-tui: ${what} does not start while the settings can't be read whole: what they deny would be allowed.\n`,
	);
	return 2;
}
