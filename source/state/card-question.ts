import {localHost} from '../events/ids.ts';
import {type HopsState, hostWords} from './hops.ts';
import type {ToolCall} from './state.ts';

/** What a card asks: `Run this on` `this machine` and in which folder. */
export type CardQuestion = {
	readonly asked: string;
	readonly machine: string;
	/** The machine's name alone, for when its address does not fit. */
	readonly name: string;
	readonly folder: string;
};

export function cardQuestion(call: ToolCall, hops: HopsState): CardQuestion {
	const {host, cwd} = call;
	const isHere = host === localHost;
	return {
		asked: askedWords(call),
		machine: isHere ? 'this machine' : hostWords({hops}, host),
		name: isHere ? 'this machine' : host,
		// A connection has none, and a worker runs in a folder of its own.
		folder: call.scope === 'hop' || call.scope === 'arq_control' ? '' : cwd,
	};
}

function askedWords({scope, exposure}: ToolCall): string {
	if (exposure?.terminal !== undefined) {
		return 'Type this into a program on';
	}
	const server = scope?.startsWith('mcp:') ? scope.slice('mcp:'.length) : null;
	return server === null ? (words[scope ?? ''] ?? 'Do this on') : `Let ${server} do this for`;
}

const words: Readonly<Record<string, string>> = {
	shell: 'Run this on',
	write: 'Change this on',
	read: 'Read this on',
	network: 'Reach the network from',
	hop: 'Connect to',
	arq_control: 'Do this with a worker on',
};
