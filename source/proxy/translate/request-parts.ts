import type {JsonObject} from '../../events/json.ts';
import type {NeutralPart} from '../neutral.ts';
import {readFile, refuseUncarried, uncarried} from './file-parts.ts';
import {
	objectsOf,
	optionalObject,
	optionalText,
	type RequestReading,
	textOf,
} from './request-reading.ts';

/** Reads the content of a message in any protocol: a text, or a list of parts. */
export function readParts(content: unknown, reading: RequestReading): readonly NeutralPart[] {
	if (typeof content === 'string') {
		return content === '' ? [] : [{type: 'text', text: content}];
	}
	return objectsOf(content).flatMap(part => readPart(part, reading));
}

function readPart(part: JsonObject, reading: RequestReading): readonly NeutralPart[] {
	const type = textOf(part['type']);
	switch (type) {
		case 'input_text':
		case 'output_text':
		case 'text':
			return [{type: 'text', text: textOf(part['text'])}];
		case 'refusal':
			return [{type: 'refusal', text: textOf(part['refusal'])}];
		case 'input_image':
		case 'image_url': {
			const image = optionalObject(part['image_url']) ?? {url: part['image_url']};
			const url = textOf(image['url']);
			if (url !== '') {
				const detail = optionalText(part['detail']) ?? optionalText(image['detail']);
				return [{type: 'image', url, detail}];
			}
			break;
		}
		case 'input_file':
		case 'file': {
			const file = optionalObject(part['file']) ?? part;
			return readFile(
				{
					name: optionalText(file['filename']),
					data: optionalText(file['file_data']),
					url: optionalText(file['file_url']),
					id: optionalText(file['file_id']),
				},
				reading,
			);
		}
	}
	if (uncarried.has(type)) {
		refuseUncarried(type, reading);
		return [];
	}
	reading.notice(`A content part of type “${type}” was dropped: it can't be carried over.`);
	return [];
}
