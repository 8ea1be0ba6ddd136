import type {Settings} from '../events/settings.ts';
import {type Flags, flagText} from './arguments.ts';

/** The settings with what the command line says for this run only laid over them. */
export function withGlobals(settings: Settings, flags: Flags): Settings {
	return {
		...settings,
		model: wantedModel(flags) ?? settings.model,
		theme: flagText(flags, 'theme') ?? settings.theme,
	};
}

/** As the proxy names it: `provider/model`, or either of them alone. */
export function wantedModel(flags: Flags): string | null {
	const provider = flagText(flags, 'provider');
	const model = flagText(flags, 'model');
	return provider !== undefined && model !== undefined
		? `${provider}/${model}`
		: (model ?? provider ?? null);
}
