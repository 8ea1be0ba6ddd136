import type {RiskFacts} from '../events/authorization.ts';
import type {McpTool} from '../events/mcp.ts';
import type {Preview} from '../events/preview.ts';
import {toolTarget} from '../state/risks.ts';
import {patchOf} from '../text/patch.ts';
import type {ToolPin} from './definition.ts';

/** What was allowed before of a server's tools, by their own names. */
export type Pins = {
	readonly all: (server: string) => ReadonlyMap<string, ToolPin>;
	readonly pin: (server: string, tool: string, pin: ToolPin) => void;
};

/** How a tool compares with what a person allowed before. */
export type Standing =
	| {readonly type: 'same'}
	| {readonly type: 'changed'; readonly before: string}
	/** `twin`: an allowed tool that says the same under another name. */
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

/** The first line of a definition is the tool's name. */
function withoutName(text: string): string {
	return text.slice(text.indexOf('\n'));
}

/**
 * The facts for the gate. A claim of the server only ever adds a warning: that a tool reads only is
 * what a hostile server would say.
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

/** What the card shows of the tool: nothing if a person has allowed exactly this before. */
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
