import type {InputItem} from '../events/part.ts';
import type {Model, ModelRequest} from './model.ts';

/** Two ways to redact a text: as plain text, or as a JSON document that stays valid JSON. */
export type Hide = {
	readonly text: (text: string) => string;
	readonly document: (text: string) => string;
};

/**
 * Redacts every request, so that no secret reaches the model, whether a command printed it, a file
 * contained it or a person pasted it. A conversation is sent again with each request, so results
 * are cached by text.
 */
export function redactedModel(model: Model, hide: Hide): Model {
	let known = noTexts();
	return {
		stream(request) {
			const seen = noTexts();
			const once = (kind: keyof Hide) => (text: string) => {
				const hidden = seen[kind].get(text) ?? known[kind].get(text) ?? hide[kind](text);
				seen[kind].set(text, hidden);
				return hidden;
			};
			const hidden = redactRequest(request, {text: once('text'), document: once('document')});
			known = seen;
			return model.stream(hidden);
		},
	};
}

/** Creates one cache for each way of redacting, since the two can have different results. */
function noTexts(): Readonly<Record<keyof Hide, Map<string, string>>> {
	return {text: new Map(), document: new Map()};
}

function redactRequest(request: ModelRequest, hide: Hide): ModelRequest {
	return {
		...request,
		instructions: hide.text(request.instructions),
		input: request.input.map(item => redactItem(item, hide)),
	};
}

export function redactItem(item: InputItem, hide: Hide): InputItem {
	switch (item.type) {
		case 'user':
		case 'assistant':
			return {...item, text: hide.text(item.text)};
		case 'call':
			return {...item, arguments: hide.document(item.arguments)};
		case 'result':
			return {...item, output: hide.document(item.output)};
	}
}
