import {localHost} from '../events/ids.ts';
import {shortFolder} from '../text/short-folder.ts';
import {type HopsState, hopOf, hostWords} from './hops.ts';
import type {ToolCall} from './state.ts';

/** The question on a card, in parts: `Run this on`, `this machine`, and the folder. */
export type CardQuestion = {
	readonly asked: string;
	readonly machine: string;
	/** The machine's alias without its address, for a card that is too narrow for both. */
	readonly name: string;
	readonly folder: string;
};

export function cardQuestion(
	call: ToolCall,
	{hops, home}: {readonly hops: HopsState; readonly home: string},
): CardQuestion {
	const {host, cwd} = call;
	const isHere = host === localHost;
	const itsHome = isHere ? home : hopOf({hops}, host)?.place?.home;
	return {
		asked: withCaller(call, askedWords(call)),
		machine: isHere ? 'this machine' : hostWords({hops}, host),
		name: machineOf(call),
		folder: hasFolder(call) ? shortFolder(cwd, itsHome) : '',
	};
}

/**
 * Whether the card names a folder. Calls that connect to a host, or that go to a worker, an MCP
 * server or a running program, don't run in the call's folder.
 */
function hasFolder({scope, tool, exposure}: ToolCall): boolean {
	const isElsewhere = scope === 'hop' || scope === 'arq_control' || scope?.startsWith('mcp:');
	const isToProgram = exposure?.terminal !== undefined || toTerminals[tool] !== undefined;
	return !isElsewhere && !isToProgram;
}

/** Says in the present tense what a waiting call would do, and where: `runs on this machine`. */
export function doingWords({scope, host}: Pick<ToolCall, 'scope' | 'host'>): string {
	return `${doing[scope ?? ''] ?? 'works on'} ${machineOf({host})}`;
}

export function machineOf({host}: Pick<ToolCall, 'host'>): string {
	return host === localHost ? 'this machine' : host;
}

const doing: Readonly<Record<string, string>> = {
	shell: 'runs on',
	write: 'changes on',
	read: 'reads on',
	network: 'reaches the network from',
	hop: 'connects to',
};

/** For a call of an MCP client, puts the client's name before the question. */
function withCaller({caller}: ToolCall, words: string): string {
	return caller ? `${caller.name} asks: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}

/** The beginning of the question, such as `Run this on`. The machine's name follows it. */
export function askedWords({tool, scope, exposure, host}: ToolCall): string {
	if (exposure?.terminal !== undefined) {
		return 'Type this into a program on';
	}
	const deed = toTerminals[tool];
	if (deed !== undefined) {
		return deed;
	}
	const server = scope?.startsWith('mcp:') ? scope.slice('mcp:'.length) : null;
	return server === null
		? (words[scope ?? ''] ?? 'Do this on')
		: `Let ${server} do this ${host === localHost ? 'for' : 'on'}`;
}

/** What these tools do to a program that is already running. */
const toTerminals: Readonly<Record<string, string>> = {
	close_pty_session: 'End a program on',
	signal_terminal: 'Send a signal to a program on',
};

const words: Readonly<Record<string, string>> = {
	shell: 'Run this on',
	write: 'Change this on',
	read: 'Read this on',
	network: 'Reach the network from',
	hop: 'Connect to',
	arq_control: 'Do this with a worker on',
};
