import {isJsonObject} from '../../events/json.ts';
import type {OfferedTool} from './attempt.ts';
import {change} from './shown.ts';

export type FoundTool = {
	readonly tool: OfferedTool;
	readonly changes: readonly string[];
	readonly code?: string;
};

/** Returns the one offered tool that a written name can mean; null if none fits, or several. */
export function findTool(written: string, tools: readonly OfferedTool[]): FoundTool | null {
	const exact = tools.find(tool => tool.name === written);
	if (exact) {
		return {tool: exact, changes: []};
	}
	const plain = plainName(written);
	const alike = only(tools.filter(tool => plainName(tool.name) === plain));
	const found = alike ?? meant(plain, tools);
	return (
		found && {
			tool: found,
			changes: [change('tool name', {before: written, after: found.name})],
			code: plain === 'exploreagent' ? 'explore-agent' : 'tool-name',
		}
	);
}

/**
 * Makes names comparable: without case, separators, and the namespace that chat templates put in
 * front.
 */
function plainName(name: string): string {
	return name
		.trim()
		.replace(/^(?:functions?|tools?|default_api|api)[.:/]/i, '')
		.replace(/[-_.\s]/g, '')
		.toLowerCase();
}

const shells: ReadonlySet<string> = new Set(
	[
		'bash sh shell terminal exec execute_bash execute_command exec_command run_command',
		'run_shell run_shell_command run_bash local_shell container_exec unified_exec',
		'run_terminal_cmd shell_exec shell_command bash_command',
	]
		.join(' ')
		.split(' ')
		.map(plainName),
);

const fetchers: ReadonlySet<string> = new Set(
	'explore_agent fetch fetch_url web_fetch http_get open_url browse read_url'
		.split(' ')
		.map(plainName),
);

/**
 * Returns the tool if the written name is another common name for what it does. It must be the only
 * offered tool that does so, and must need no other argument.
 */
function meant(plain: string, tools: readonly OfferedTool[]): OfferedTool | null {
	if (shells.has(plain)) {
		return only(tools.filter(tool => isNeeding(tool, ['cmd', 'command'])));
	}
	return fetchers.has(plain) ? only(tools.filter(tool => isNeeding(tool, ['url']))) : null;
}

/** Whether a name means the tool that runs command lines. */
export function isShellName(name: string): boolean {
	return shells.has(plainName(name));
}

function isNeeding(tool: OfferedTool, names: readonly string[]): boolean {
	const required = requiredOf(tool);
	return required.length === 1 && names.includes(required[0]!);
}

export function requiredOf({parameters}: OfferedTool): readonly string[] {
	const required = parameters?.['required'];
	return Array.isArray(required) ? required.filter(name => typeof name === 'string') : [];
}

export function propertiesOf({parameters}: OfferedTool): readonly string[] {
	const properties = parameters?.['properties'];
	return isJsonObject(properties) ? Object.keys(properties) : [];
}

function only(tools: readonly OfferedTool[]): OfferedTool | null {
	return tools.length === 1 ? tools[0]! : null;
}
