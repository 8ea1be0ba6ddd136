import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralRequest, NeutralTool, ToolChoice} from '../../neutral.ts';
import {isNamed, namelessNotice} from '../nameless-tools.ts';
import {
	entryOf,
	listOf,
	optionalObject,
	optionalText,
	type RequestReading,
	readList,
	textOf,
} from '../request-reading.ts';
import {inCamelCase, readObject} from './client-field.ts';
import {jsonSchemaOf} from './client-request-schema.ts';

/** Reads which tools are offered, and whether one of them must be called. */
export function readGeminiTools(
	body: JsonObject,
	reading: RequestReading,
): Pick<NeutralRequest, 'tools' | 'toolChoice'> {
	const tools = readList(body['tools'], 'tools', reading).flatMap((tool, index) =>
		readTool(tool, `tools[${index}]`, reading),
	);
	const config = readObject(body['toolConfig'], 'toolConfig', reading);
	const calling = readObject(
		config['functionCallingConfig'],
		'toolConfig.functionCallingConfig',
		reading,
	);
	const mode = textOf(calling['mode']).toUpperCase();
	const choice = entryOf(modes, mode);
	if (choice === undefined) {
		const name = 'toolConfig.functionCallingConfig.mode';
		reading.refuse(`“${name}” has to be AUTO, ANY, NONE or VALIDATED.`, name);
	}
	const allowed = listOf(calling['allowedFunctionNames']).filter(isNamed);
	// Other protocols can't restrict the choice to some of the tools, so only these are offered.
	const offered =
		allowed.length > 0 && choice !== 'none'
			? tools.filter(({name}) => allowed.includes(name))
			: tools;
	return {tools: offered, toolChoice: choice ?? 'auto'};
}

const modes: Readonly<Record<string, ToolChoice>> = {
	'': 'auto',
	MODE_UNSPECIFIED: 'auto',
	AUTO: 'auto',
	VALIDATED: 'auto',
	ANY: 'required',
	NONE: 'none',
};

/**
 * Reads an entry of the list of tools. One entry holds all functions; others are tools that Google
 * runs.
 */
function readTool(written: unknown, at: string, reading: RequestReading): readonly NeutralTool[] {
	if (!isJsonObject(written)) {
		reading.refuse('A tool has to be an object.', at);
		return [];
	}
	const {functionDeclarations, ...others} = inCamelCase(written);
	for (const type of Object.keys(others)) {
		reading.notice(`The tool type “${type}” was dropped: it runs only at its own provider.`);
	}
	const list = `${at}.functionDeclarations`;
	return readList(functionDeclarations, list, reading).flatMap((declared, index) =>
		readDeclaration(declared, `${list}[${index}]`, reading),
	);
}

function readDeclaration(
	written: unknown,
	at: string,
	reading: RequestReading,
): readonly NeutralTool[] {
	if (!isJsonObject(written)) {
		reading.refuse('The declaration of a function has to be an object.', at);
		return [];
	}
	const declared = inCamelCase(written);
	const {name} = declared;
	if (!isNamed(name)) {
		reading.notice(namelessNotice);
		return [];
	}
	const parameters = optionalObject(declared['parameters']);
	return [
		{
			form: 'function',
			name,
			description: optionalText(declared['description']),
			parameters: parameters
				? jsonSchemaOf(parameters)
				: optionalObject(declared['parametersJsonSchema']),
		},
	];
}
