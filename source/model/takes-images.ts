import type {Settings} from '../events/settings.ts';
import {type Chosen, providerOf, targetsOf} from './window.ts';

/**
 * Whether all models that may answer accept images, by the settings or else by their known names.
 */
export function takesImages(settings: Settings, chosen: Chosen): boolean {
	return targetsOf(settings, chosen)
		.map(target => named(settings, target))
		.every(target => {
			const said = providerOf(settings, target)?.images;
			return said ?? known.test(`${target.provider}/${target.model}`);
		});
}

/** Until the proxy has reported which model it uses, assumes the first one of the settings. */
function named({providers}: Settings, target: Chosen): Chosen {
	const lists = providers.find(({models}) => models?.includes(target.model));
	const [first] = providers;
	if (target.provider !== '' || !first) {
		return target;
	}
	return lists
		? {...target, provider: lists.name}
		: {provider: first.name, model: first.models?.[0] ?? target.model};
}

/**
 * Names of models that accept images, as their makers say. For others, the provider's `images` in
 * the settings decides.
 */
const known =
	/claude|gemini|gemma-?[34]|gpt-4o|gpt-4\.1|gpt-4-turbo|chatgpt-4o|gpt-5|\/o[134]\b|pixtral|llava|llama-?[34]\.?2?.*vision|llama-?4|qwen.*vl|mistral-(?:small|medium)-3|grok-[24].*vision|grok-4|kimi-(?:vl|k2\.5)|glm-4\.[56]v|internvl|minicpm-v|phi-?[34].*(?:vision|multimodal)/i;
