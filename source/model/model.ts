import type {Effort} from '../events/effort.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {InputItem, Part, SentImage, ToolDescription} from '../events/part.ts';

/** A source of answers, part by part. The last part is always `end` or `failure`. */
export type Model = {
	readonly stream: (request: ModelRequest) => AsyncIterable<Part>;
};

export type ModelRequest = {
	readonly model: string;
	readonly instructions: string;
	readonly input: readonly InputItem[];
	readonly tools: readonly ToolDescription[];
	readonly signal: AbortSignal;
	/** How much the model may think; null leaves that to the model. */
	readonly effort?: Effort | null;
	/** The name under which the proxy keeps what it sends and receives for this request. */
	readonly trace?: string;
};

export type ProxyAddress = {readonly url: string; readonly token: string};

/** The body of `POST /v1/responses`. */
export function requestBody(request: ModelRequest): JsonObject {
	return {
		model: request.model,
		instructions: request.instructions,
		input: request.input.map(toItem),
		// Some providers reject tool options in a request without tools.
		...(request.tools.length > 0 && {
			tools: request.tools.map(tool => ({
				type: 'function',
				name: tool.name,
				description: tool.description,
				parameters: tool.parameters,
				strict: false,
			})),
			parallel_tool_calls: true,
		}),
		...(request.effort && {reasoning: {effort: request.effort}}),
		store: false,
		stream: true,
	};
}

function toItem(item: InputItem): JsonObject {
	switch (item.type) {
		case 'user':
			return {
				type: 'message',
				role: 'user',
				content: [{type: 'input_text', text: item.text}, ...imageParts(item.images)],
			};
		case 'assistant':
			return {
				type: 'message',
				role: 'assistant',
				content: [{type: 'output_text', text: item.text}],
			};
		case 'call':
			return {
				type: 'function_call',
				call_id: item.id,
				name: item.name,
				arguments: item.arguments,
			};
		case 'result':
			return {type: 'function_call_output', call_id: item.id, output: outputOf(item)};
	}
}

function outputOf({output, images = []}: Extract<InputItem, {type: 'result'}>): Json {
	return images.length === 0 ? output : [{type: 'input_text', text: output}, ...imageParts(images)];
}

/** If an image was not read from disk, as in a recording, its name stands in its place. */
function imageParts(images: readonly SentImage[] = []): readonly JsonObject[] {
	return images.map(({name, url}) => ({type: 'input_image', image_url: url ?? name}));
}
