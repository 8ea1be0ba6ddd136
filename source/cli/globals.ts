import type {Settings} from '../events/settings.ts';
import {type Flags, flagText} from './parsed.ts';

/** Returns the settings with the values that the command line's flags set for this run. */
export function withGlobals(settings: Settings, flags: Flags): Settings {
	return {
		...settings,
		model: wantedModel(flags) ?? settings.model,
		theme: flagText(flags, 'theme') ?? settings.theme,
	};
}

/**
 * The model that the flags ask for: `provider/model`, or only one of both; null if no flag does.
 */
export function wantedModel(flags: Flags): string | null {
	const provider = flagText(flags, 'provider');
	const model = flagText(flags, 'model');
	return provider !== undefined && model !== undefined
		? `${provider}/${model}`
		: (model ?? provider ?? null);
}
