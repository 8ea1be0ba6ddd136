import {isJsonObject} from '../../events/json.ts';
import type {Attempt, Mended, OfferedTool, UnreadableCode} from './attempt.ts';
import {type Candidate, candidatesOf, readingsOf} from './candidates.ts';
import {badCommand} from './command-check.ts';
import {isEscalation, readEscalation} from './escalation.ts';
import {type FoundTool, findTool, isShellName, requiredOf} from './find-tool.ts';
import {fitSchema} from './fit-schema.ts';
import {brief, excerpt} from './shown.ts';
import {unwrap} from './unwrap.ts';

/**
 * Decides what an attempt is. It becomes a call only if exactly one reading of it is a valid call
 * of an offered tool. Otherwise it goes back to the model with the reason. An attempt that was cut
 * off is never completed.
 */
export function mend(attempt: Attempt, tools: readonly OfferedTool[]): Mended {
	const isOffered = tools.some(tool => tool.name === attempt.name);
	if (!isOffered && isEscalation(attempt)) {
		return attempt.isWhole ? readEscalation(attempt) : cutOff(attempt.name);
	}
	if (!attempt.isWhole) {
		return cutOff(attempt.name);
	}
	const named = nameOf(attempt);
	if (named.name === null) {
		return nameless(attempt, tools);
	}
	const found = findTool(named.name, tools);
	return found
		? mendCall({attempt, found, written: named.written})
		: unreadable(named.name, {
				code: /explore.?agent/i.test(named.name) ? 'explore-agent' : 'unknown-tool',
				why: `There is no tool "${brief(named.name)}". The tools are: ${namesOf(tools)}.`,
			});
}

/** The id of the format for calls that the provider has sent as calls. */
export const nativeFormat = 'native';

type Named = {readonly name: string | null; readonly written: Attempt['arguments']};

const nameKeys: readonly string[] = ['name', 'tool', 'tool_name', 'function'];
const argumentKeys: readonly string[] = ['arguments', 'parameters', 'args', 'params', 'input'];

/**
 * Returns the tool's name. If the notation has no place for it, it is in the JSON object, next to
 * the arguments.
 */
function nameOf({name, arguments: written}: Attempt): Named {
	if (name !== null || written.type !== 'json') {
		return {name, written};
	}
	const readings = readingsOf(written.text).map(reading => reading.value);
	const call = readings.length === 1 && isJsonObject(readings[0]) ? readings[0] : {};
	const inner = isJsonObject(call['function']) ? call['function'] : call;
	const key = nameKeys.find(one => typeof inner[one] === 'string');
	const values = argumentKeys.filter(one => inner[one] !== undefined);
	if (key === undefined || values.length > 1) {
		return {name: null, written};
	}
	const given = inner[values[0] ?? ''] ?? {};
	return {
		name: String(inner[key]),
		written: {type: 'json', text: typeof given === 'string' ? given : JSON.stringify(given)},
	};
}

type Subject = {
	readonly attempt: Attempt;
	readonly found: FoundTool;
	readonly written: Attempt['arguments'];
};

function mendCall(subject: Subject): Mended {
	const {attempt, found, written} = subject;
	// A native call has no closing mark after it, so if a bracket is missing at its end, it may be
	// cut off. Such readings are dropped.
	const outcomes = candidatesOf(written, found.tool)
		.filter(({isCompleted}) => !(isCompleted && attempt.format === nativeFormat))
		.map(candidate => mendCandidate(subject, candidate));
	const calls = new Map<string, Mended>();
	for (const outcome of outcomes) {
		if (outcome.type === 'call') {
			calls.set(JSON.stringify(outcome.arguments), outcome);
		}
	}
	if (calls.size === 1) {
		return [...calls.values()][0]!;
	}
	if (calls.size > 1) {
		return unreadable(found.tool.name, {
			code: 'ambiguous',
			why: `The arguments can be read in more than one way, because quotes in them are not escaped: ${excerpt(attempt.raw)}. ${askFor(found.tool)}`,
		});
	}
	return outcomes[0] ?? noReading(subject);
}

function mendCandidate({attempt, found}: Subject, candidate: Candidate): Mended {
	const {tool} = found;
	const opened = tool.form === 'custom' ? null : unwrap(candidate.value, tool);
	const value = opened?.value ?? candidate.value;
	if (!isJsonObject(value)) {
		return unreadable(tool.name, {
			code: 'bad-arguments',
			why: `The arguments of ${tool.name} must be one JSON object. ${askFor(tool)}`,
		});
	}
	const fit = tool.form === 'custom' ? {value, changes: [], problems: []} : fitSchema(value, tool);
	const problems = candidate.problem ? [candidate.problem] : fit.problems;
	const bad = badCommand(fit.value);
	if (bad) {
		return unreadable(tool.name, bad);
	}
	if (problems.length > 0) {
		return unreadable(tool.name, {
			code: isBare(attempt) ? 'bare-brace' : 'bad-arguments',
			why: problems.slice(0, problemsShownMax).join(' '),
		});
	}
	const changes = [
		...found.changes,
		...candidate.changes,
		...(opened?.changes ?? []),
		...fit.changes,
	];
	const code = opened?.isDoubled ? 'double-wrapped' : codeOf(attempt, {found, fit, candidate});
	const call = {type: 'call', name: tool.name, arguments: fit.value, changes} as const;
	return changes.length === 0 ? call : {...call, code};
}

const problemsShownMax = 3;

function codeOf(
	{format, arguments: written, name}: Attempt,
	{
		found,
		fit,
		candidate,
	}: {found: FoundTool; fit: {readonly changes: readonly string[]}; candidate: Candidate},
): string {
	if (/dsml|deepseek/.test(format) && fit.changes.length > 0) {
		return 'dsml-alias';
	}
	if (written.type === 'body' && name !== null && isShellName(name)) {
		return 'bash-block';
	}
	return candidate.code ?? found.code ?? 'arguments';
}

function isBare({raw}: Attempt): boolean {
	return /^\s*\{\s*\}?\s*$/.test(raw);
}

function cutOff(name: string | null): Mended {
	return unreadable(name, {
		code: 'cut-off',
		why: 'The call was cut off before its end, so it was not run. Write it again, whole and shorter.',
	});
}

function nameless(attempt: Attempt, tools: readonly OfferedTool[]): Mended {
	return unreadable(null, {
		code: isBare(attempt) ? 'bare-brace' : 'unknown-format',
		why: `This looks like a tool call, but it names no tool: ${excerpt(attempt.raw)}. Call one of: ${namesOf(tools)}.`,
	});
}

function noReading({attempt, found, written}: Subject): Mended {
	const {tool} = found;
	if (written.type === 'body' && written.text.trim() === '') {
		return unreadable(tool.name, {
			code: isShellName(attempt.name ?? '') ? 'bash-empty' : 'empty',
			why: `The call of ${tool.name} is empty. ${askFor(tool)}`,
		});
	}
	return unreadable(tool.name, {
		code: isBare(attempt) ? 'bare-brace' : 'bad-arguments',
		why: `The arguments of ${tool.name} can't be read as JSON, or not in one way only: ${excerpt(attempt.raw)}. ${askFor(tool)}`,
	});
}

function askFor(tool: OfferedTool): string {
	const required = requiredOf(tool);
	const example = `{${required.map(name => `"${name}": …`).join(', ')}}`;
	return `Call it again with one JSON object${required.length > 0 ? `: ${example}` : ''}.`;
}

const namesShownMax = 30;

function namesOf(tools: readonly OfferedTool[]): string {
	const names = tools.map(tool => tool.name);
	const more = names.length - namesShownMax;
	return names.slice(0, namesShownMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function unreadable(
	name: string | null,
	{code, why}: {readonly code: UnreadableCode; readonly why: string},
): Mended {
	return {type: 'unreadable', name, code, why};
}
