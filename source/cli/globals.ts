import type {Settings} from '../events/settings.ts';
import type {Environment} from '../platform/folders.ts';
import {type Flags, flagText, hasFlag} from './arguments.ts';

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

/** `--no-color` says for one run what NO_COLOR says for all. */
export function withColorChoice(env: Environment, flags: Flags): Environment {
	return hasFlag(flags, 'no-color') ? {...env, NO_COLOR: '1', FORCE_COLOR: undefined} : env;
}
