import type {InputItem, Part} from '../events/part.ts';
import {isTooLong} from './failure.ts';
import type {Model, ModelRequest} from './model.ts';

/** Only this many of the newest images are sent, since they are sent again with every request. */
const imagesMax = 8;
const lengthMax = 12_000_000;

type ImagePorts = {
	/** Returns a `data:` URL; null if the image no longer exists. */
	readonly read: (name: string) => string | null;
	/** Whether the chosen model accepts images. */
	readonly isTaken: () => boolean;
};

/**
 * Adds the images of results and messages to requests, if the model accepts images; otherwise a
 * text says that they are missing. If a model refuses a request with images, the request is
 * repeated without them, and this model gets no more images.
 */
export function withImages(model: Model, {read, isTaken}: ImagePorts): Model {
	const refusing = new Set<string>();
	return {
		async *stream(request) {
			if (!request.input.some(hasImages)) {
				yield* model.stream(request);
			} else if (isTaken() && !refusing.has(request.model)) {
				yield* tryWith(model, request, {read, onRefused: () => refusing.add(request.model)});
			} else {
				yield* model.stream(without(request, 'the model that is chosen takes none'));
			}
		},
	};
}

async function* tryWith(
	model: Model,
	request: ModelRequest,
	{read, onRefused}: Pick<ImagePorts, 'read'> & {readonly onRefused: () => void},
): AsyncIterable<Part> {
	let isFirst = true;
	for await (const part of model.stream(resolve(request, read))) {
		if (isFirst && part.type === 'failure' && isRefusal(part.failure)) {
			onRefused();
			yield* model.stream(without(request, 'the model refused it'));
			return;
		}
		isFirst = false;
		yield part;
	}
}

function isRefusal(failure: Extract<Part, {type: 'failure'}>['failure']): boolean {
	return failure.kind === 'refused' && !isTooLong(failure);
}

type WithImages = Extract<InputItem, {type: 'result' | 'user'}>;

function hasImages(item: InputItem): item is WithImages {
	return (item.type === 'result' || item.type === 'user') && (item.images?.length ?? 0) > 0;
}

function without(request: ModelRequest, why: string): ModelRequest {
	return {...request, input: request.input.map(item => withNotes(item, () => why))};
}

function resolve(request: ModelRequest, read: ImagePorts['read']): ModelRequest {
	const urls = new Map<string, string | null>();
	const sent = new Set<string>();
	let length = 0;
	const names = request.input.flatMap(item => (hasImages(item) ? (item.images ?? []) : []));
	for (const {name} of names.toReversed()) {
		if (!urls.has(name) && sent.size < imagesMax) {
			const url = read(name);
			urls.set(name, url);
			length += url?.length ?? 0;
			if (url !== null && length <= lengthMax) {
				sent.add(name);
			}
		}
	}
	const why = (name: string) =>
		sent.has(name)
			? null
			: urls.get(name) === null
				? 'it is there no more'
				: 'only the newest images are sent';
	const input = request.input.map(item => {
		const noted = withNotes(item, why);
		return hasImages(noted)
			? {...noted, images: noted.images?.map(({name}) => ({name, url: urls.get(name)!}))}
			: noted;
	});
	return {...request, input: input as readonly InputItem[]};
}

/** Adds a note to the result or message, saying which of its images the model does not see. */
function withNotes(item: InputItem, why: (name: string) => string | null): InputItem {
	if (!hasImages(item)) {
		return item;
	}
	const {images: all, ...rest} = item;
	const images = all ?? [];
	const left = images.flatMap(({name}, index) => {
		const reason = why(name);
		return reason === null ? [] : [`[image ${index + 1} is left out: ${reason}]`];
	});
	const kept = images.filter(({name}) => why(name) === null);
	const given = kept.length > 0 ? {images: kept} : {};
	return rest.type === 'result'
		? {...rest, output: [rest.output, ...left].join('\n'), ...given}
		: {...rest, text: [rest.text, ...left].join('\n'), ...given};
}
