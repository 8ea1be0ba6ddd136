import {localHost} from '../events/ids.ts';
import {shortFolder} from '../text/short-folder.ts';
import {type HopsState, hopOf, hostWords} from './hops.ts';
import type {ToolCall} from './state.ts';

/** What a card asks: `Run this on` `this machine` and in which folder. */
export type CardQuestion = {
	readonly asked: string;
	readonly machine: string;
	/** The machine's name alone, for when its address does not fit. */
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

/** A connection has none; a worker, an MCP server and a program that runs have one of their own. */
function hasFolder({scope, tool, exposure}: ToolCall): boolean {
	const isElsewhere = scope === 'hop' || scope === 'arq_control' || scope?.startsWith('mcp:');
	const isToProgram = exposure?.terminal !== undefined || toTerminals[tool] !== undefined;
	return !isElsewhere && !isToProgram;
}

/** Where a call that asks does its work, in a line of progress: `runs on this machine`. */
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

/** A call from outside says who asks. */
function withCaller({caller}: ToolCall, words: string): string {
	return caller ? `${caller.name} asks: ${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;
}

/** `Run this on`: what is asked, and behind it the machine. */
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

/** Tools that run nothing, but do something to a program that runs already. */
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
