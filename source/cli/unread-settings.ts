import {readSettings} from '../storage/settings.ts';

/** The exit code of a command that does not start because of its settings. */
export const refusedToStart = 2;

/**
 * Why a command that runs without a person must not start, in lines for stderr; null if it may
 * start. It must not if a rule can't be read, because that rule might deny something.
 */
export function whyNotStart(config: string, what: string): string | null {
	const {problem} = readSettings(config);
	return problem === null
		? null
		: `agent-tui: ${problem}\nagent-tui: ${what} does not start while the settings can't be read whole: what they deny would be allowed.\n`;
}
