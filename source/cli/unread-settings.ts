import {readSettings} from '../storage/settings.ts';

/** The exit code of a command that does not start because of its settings. */
export const refusedToStart = 2;

/**
 * Why a command that runs without a person does not start, in lines for stderr; null if it may. A
 * rule that can't be read may deny what would run.
 */
export function whyNotStart(config: string, what: string): string | null {
	const {problem} = readSettings(config);
	return problem === null
		? null
		: `agent-tui: ${problem}\nagent-tui: ${what} does not start while the settings can't be read whole: what they deny would be allowed.\n`;
}
