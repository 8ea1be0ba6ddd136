import type {InputItem} from '../events/part.ts';
import type {Model, ModelRequest} from './model.ts';

/** How texts lose their secrets: as they are, or as a document of JSON that stays one. */
export type Hide = {
	readonly text: (text: string) => string;
	readonly document: (text: string) => string;
};

/**
 * No secret reaches the model, wherever it came from: what a command printed, what a file held,
 * what a person pasted. A conversation is sent again with every request, so each text of it is
 * looked at once.
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

/** The same text loses more as a document than as words, so each way is remembered by itself. */
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

function redactItem(item: InputItem, hide: Hide): InputItem {
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
