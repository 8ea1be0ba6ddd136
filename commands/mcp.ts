import type {McpServerState} from '../source/events/mcp.ts';
import {didYouMean} from '../source/platform/nearest.ts';
import {isSwitchedOff, serverWords} from '../source/state/mcp-words.ts';
import type {SlashCommand, UsageError} from '../source/view/command.ts';
import type {Intent} from '../source/view/ui-state/intent.ts';
import type {PickerItem} from '../source/view/ui-state/overlay.ts';

export default {
	summary: 'MCP servers: how they are, their tools, start one anew, switch one off or on',
	usage: '[restart|off|on] [NAME]',
	run(argument, {state: {mcpServers}}) {
		if (mcpServers.length === 0) {
			return {
				problem: 'The settings name no MCP server: mcpServers in config.json, docs/mcp.md.',
			};
		}
		if (argument !== '') {
			return named(argument, mcpServers);
		}
		// Rows that end something come last, so that Enter pressed right away can't end anything.
		const items = [
			...mcpServers.map(lookItem),
			...mcpServers.filter(server => !isSwitchedOff(server)).map(restartItem),
			...mcpServers.map(switchItem),
		];
		return [{type: 'open-overlay', overlay: {type: 'picker', title: 'MCP servers', items}}];
	},
} satisfies SlashCommand;

const deeds = ['restart', 'off', 'on'];

function named(
	argument: string,
	servers: readonly McpServerState[],
): readonly Intent[] | UsageError {
	const [first = '', ...rest] = argument.split(/\s+/);
	const deed = rest.length > 0 ? first : null;
	const name = deed === null ? argument : rest.join(' ');
	const server = servers.find(one => one.name === name)?.name;
	const names = servers.map(one => one.name);
	if (deed !== null && !deeds.includes(deed)) {
		return {problem: `"${deed}" is none of ${deeds.join(', ')}.${didYouMean(deed, deeds)}`};
	}
	if (server === undefined) {
		return {
			problem: `There is no server "${name}".${didYouMean(name, names)} There are: ${names.join(', ')}.`,
		};
	}
	if (deed === null) {
		return [{type: 'show-server', server}];
	}
	return deed === 'restart'
		? [{type: 'restart-server', server}]
		: [{type: 'switch-server', server, isOn: deed === 'on'}];
}

function lookItem(server: McpServerState): PickerItem {
	return {
		label: `${server.name}: look at it`,
		detail: serverWords(server),
		intent: {type: 'show-server', server: server.name},
	};
}

function restartItem({name, state}: McpServerState): PickerItem {
	return {
		label: `${name}: start it ${state === 'off' ? 'now' : 'anew'}`,
		intent: {type: 'restart-server', server: name},
	};
}

function switchItem(server: McpServerState): PickerItem {
	const isOn = isSwitchedOff(server);
	return {
		label: `${server.name}: switch it ${isOn ? 'on' : 'off'}`,
		detail: isOn ? '' : 'for this session; it ends',
		intent: {type: 'switch-server', server: server.name, isOn},
	};
}
