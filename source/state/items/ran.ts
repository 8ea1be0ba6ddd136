import {type HostId, localHost, type TerminalId} from '../../events/ids.ts';
import type {ItemKind} from './item-kind.ts';

/** A command that the person ran with `!`. The model does not see its terminal. */
export type RanItem = {
	readonly type: 'ran';
	readonly terminal: TerminalId;
	readonly command: string;
	readonly host: HostId;
	readonly ended: {
		readonly exitCode: number | null;
		readonly signal: string | null;
		readonly durationMs: number;
	} | null;
	readonly at: number;
};

export const ran: ItemKind<RanItem> = {
	addedBy: {
		'terminal.opened': ({terminal, title, host, owner, at}) =>
			owner === 'user' ? {type: 'ran', terminal, command: title, host, ended: null, at} : null,
	},
	key: ({terminal}) => terminal,
	shown: item => item,
	turn: () => null,
	input: () => [],
	markdown: ({command, host, ended}) => {
		const where = host === localHost ? '' : ` on ${host}`;
		const how = ended && (ended.signal ?? `exit code ${ended.exitCode ?? 'unknown'}`);
		const end = how === null ? '' : `, which ended with ${how}`;
		return ['', `*You ran${where}: ${command.replaceAll('\n', ' ')}${end}*`];
	},
	copied: ({command}) => command,
};
