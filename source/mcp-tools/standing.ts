import type {RiskFacts} from '../events/authorization.ts';
import type {McpTool} from '../events/mcp.ts';
import type {Preview} from '../events/preview.ts';
import {toolTarget} from '../state/risks.ts';
import {patchOf} from '../text/patch.ts';
import type {ToolPin} from './definition.ts';

/** The pins of tools that were allowed before, by server and by the tool's own name. */
export type Pins = {
	readonly all: (server: string) => ReadonlyMap<string, ToolPin>;
	readonly pin: (server: string, tool: string, pin: ToolPin) => void;
};

/** How a tool compares with what a person has allowed before. */
export type Standing =
	| {readonly type: 'same'}
	| {readonly type: 'changed'; readonly before: string}
	/** `twin`: the name of an allowed tool with the same definition. */
	| {readonly type: 'new'; readonly twin: string | null};

export function standingOf(
	{name}: Pick<McpTool, 'name'>,
	{digest, text}: ToolPin,
	allowed: ReadonlyMap<string, ToolPin>,
): Standing {
	const own = allowed.get(name);
	if (own !== undefined) {
		return own.digest === digest ? {type: 'same'} : {type: 'changed', before: own.text};
	}
	const twin = [...allowed].find(([, other]) => withoutName(other.text) === withoutName(text));
	return {type: 'new', twin: twin?.[0] ?? null};
}

/** Drops the first line of a definition, which is the tool's name. */
function withoutName(text: string): string {
	return text.slice(text.indexOf('\n'));
}

/**
 * Returns the facts by which the gate decides. The server's own claims only ever add a warning: a
 * hostile server would claim to be read-only.
 */
export function factsOf(tool: McpTool, {digest}: ToolPin, standing: Standing): RiskFacts {
	return {
		targets: [toolTarget(tool.name)],
		files: {[pinnedAs(tool)]: digest},
		...(tool.annotations?.destructiveHint === true && {
			warnings: ['the server says of this tool that it destroys or overwrites'],
		}),
		...(standing.type === 'changed' && {
			raises: 'the server describes this tool differently than when it was allowed',
		}),
		...(standing.type === 'new' && {ungranted: newWords(standing)}),
	};
}

function newWords({twin}: Extract<Standing, {type: 'new'}>): string {
	return twin === null
		? 'this tool was never allowed before, so you are shown what it says of itself'
		: `this tool has a new name: it says what "${twin}" said when that was allowed`;
}

/**
 * Returns what the card shows of the tool's definition; null if a person has allowed exactly this
 * definition before.
 */
export function previewOf(tool: McpTool, pin: ToolPin, standing: Standing): Preview | null {
	if (standing.type === 'same') {
		return null;
	}
	return {
		patch: patchOf({
			shown: `${tool.server}: ${tool.name}`,
			before: standing.type === 'changed' ? standing.before : null,
			after: pin.text,
		}),
		bases: [{path: pinnedAs(tool), digest: pin.digest}],
	};
}

function pinnedAs({server, name}: McpTool): string {
	return `${server}/${name}`;
}
