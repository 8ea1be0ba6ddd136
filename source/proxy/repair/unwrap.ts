import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {isNoArguments} from './absent.ts';
import type {OfferedTool} from './attempt.ts';
import {propertiesOf} from './find-tool.ts';
import {fitSchema} from './fit-schema.ts';
import {renameParameters} from './parameter-names.ts';
import {change} from './shown.ts';
import {readTolerant} from './tolerant-json.ts';

export type Unwrapped = {
	readonly value: JsonObject;
	readonly changes: readonly string[];
	/** Whether something was wrapped or encoded more than once. */
	readonly isDoubled: boolean;
};

/** The most layers that are removed. Real calls have fewer. */
const levelsMax = 5;

/**
 * Unwraps arguments: a text around the object, the call's object around its arguments, or the
 * arguments repeated inside their only parameter. A layer is removed only if its content fits the
 * tool and the layer itself does not.
 */
export function unwrap(written: Json, tool: OfferedTool): Unwrapped | null {
	const changes: string[] = [];
	let value = written;
	let isDoubled = false;
	for (let level = 0; level < levelsMax; level += 1) {
		const layer = openLayer(value, tool);
		if (!layer) {
			break;
		}
		isDoubled ||= layer.isDoubled;
		const words = {before: textOf(value), after: textOf(layer.value)};
		changes.push(...(layer.what === null ? [] : [change(layer.what, words)]));
		value = layer.value;
	}
	return isJsonObject(value) ? {value, changes, isDoubled} : null;
}

type Layer = {readonly value: Json; readonly what: string | null; readonly isDoubled: boolean};

function openLayer(value: Json, tool: OfferedTool): Layer | null {
	if (isNoArguments(value)) {
		return {value: {}, what: null, isDoubled: false};
	}
	if (typeof value === 'string') {
		const inner = objectIn(value);
		return inner && {value: inner, what: 'arguments as a text', isDoubled: true};
	}
	if (Array.isArray(value)) {
		const [only] = value;
		return value.length === 1 && isJsonObject(only)
			? {value: only, what: 'arguments in a list', isDoubled: false}
			: null;
	}
	return isJsonObject(value)
		? (openEnvelope(value, tool) ?? openDouble(value, tool) ?? openUnknown(value, tool))
		: null;
}

const insideNames: readonly string[] = ['arguments', 'parameters', 'args', 'params', 'kwargs'];
const outsideNames: readonly string[] = ['name', 'tool', 'tool_name', 'type', 'id', 'function'];

/** Unwraps a whole call that was written where only its arguments belong; null if it is none. */
function openEnvelope(value: JsonObject, tool: OfferedTool): Layer | null {
	const names = propertiesOf(tool);
	const keys = Object.keys(value);
	const inside = keys.filter(key => insideNames.includes(key) && !names.includes(key));
	const isEnvelope =
		inside.length === 1 &&
		keys.every(key => key === inside[0] || (outsideNames.includes(key) && !names.includes(key)));
	const inner = isEnvelope ? value[inside[0]!] : undefined;
	return inner !== undefined && (isJsonObject(inner) || objectIn(inner))
		? {value: inner, what: 'wrapping', isDoubled: false}
		: null;
}

/**
 * Parameters that hold a single line, which never begins with a brace. Free text is never
 * unwrapped.
 */
const lineNames: readonly string[] = ['cmd', 'command', 'path', 'file_path', 'url', 'workdir'];

/**
 * Unwraps `{"cmd": "{\"cmd\": …}"}`: arguments that are repeated inside one of their parameters.
 */
function openDouble(value: JsonObject, tool: OfferedTool): Layer | null {
	const names = propertiesOf(tool);
	const outer = renameParameters(value, names).value;
	for (const [name, member] of Object.entries(outer)) {
		const inner = names.includes(name) ? objectIn(member) : null;
		if (!inner) {
			continue;
		}
		const {value: renamed, unknown} = renameParameters(inner, names);
		const isSame = unknown.length === 0 && Object.hasOwn(renamed, name);
		const {[name]: _, ...rest} = outer;
		const isFree = Object.keys(rest).every(key => !Object.hasOwn(renamed, key));
		const isProven = lineNames.includes(name) || !fits(value, tool);
		if (isSame && isFree && isProven && typeof member === 'string') {
			return {value: {...rest, ...renamed}, what: `doubled ${name}`, isDoubled: true};
		}
	}
	return null;
}

/** Unwraps a single name that the tool does not know, if the arguments inside it fit the tool. */
function openUnknown(value: JsonObject, tool: OfferedTool): Layer | null {
	const entries = Object.entries(value);
	const [name = '', member] = entries[0] ?? [];
	if (entries.length !== 1 || propertiesOf(tool).includes(name)) {
		return null;
	}
	const inner = isJsonObject(member) ? member : objectIn(member);
	return inner && !fits(value, tool) && fits(inner, tool)
		? {value: inner, what: 'wrapping', isDoubled: typeof member === 'string'}
		: null;
}

function fits(value: JsonObject, tool: OfferedTool): boolean {
	return fitSchema(value, tool).problems.length === 0;
}

/**
 * Returns the object of which a text is an encoding, even if it is damaged in one way; null if the
 * text holds anything else.
 */
function objectIn(value: Json | undefined): JsonObject | null {
	const text = typeof value === 'string' ? value.trim() : '';
	const plain = text.startsWith('{\\"') ? unescaped(text) : text;
	if (!/^["{]/.test(plain)) {
		return null;
	}
	try {
		const parsed: unknown = JSON.parse(plain);
		return isJsonObject(parsed) ? parsed : typeof parsed === 'string' ? objectIn(parsed) : null;
	} catch {
		const readings = readTolerant(plain, {mayClose: false}).map(reading => reading.value);
		return readings.length === 1 && isJsonObject(readings[0]) ? readings[0] : null;
	}
}

/** Decodes a text that was encoded but has lost its quotes: each quote in it has a backslash. */
export function unescaped(text: string): string {
	try {
		return JSON.parse(`"${text}"`);
	} catch {
		return text;
	}
}

function textOf(value: Json): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
