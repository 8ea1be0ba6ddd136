import type {Front} from './context.ts';

/**
 * Refuses to start a command that runs without a person if the rules can't all be read: a rule that
 * can't be read may deny what would run. Returns the exit code.
 */
export function refuseToStart(front: Front, what: string, problem: string): number {
	front.complain(`agent-tui: ${problem}\n`);
	front.complain(
		`agent-tui: ${what} does not start while the settings can't be read whole: what they deny would be allowed.\n`,
	);
	return 2;
}
