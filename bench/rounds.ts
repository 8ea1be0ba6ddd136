import {type Attached, measureAttach} from './measure/attach.ts';
import {type BlackBoxCosts, measureBlackBox} from './measure/black-box.ts';
import {type Idle, measureIdle} from './measure/idle.ts';
import {type Keys, measureKeys} from './measure/keys.ts';
import {measureReader, type ReaderCosts} from './measure/reader.ts';
import {measureScroll} from './measure/scroll.ts';
import {measureStart, openReady, type Start} from './measure/start.ts';
import {measureStream, measureStreamingKeys, type Stream} from './measure/stream.ts';
import {measureTerminals, type TerminalCosts} from './measure/terminals.ts';
import type {Plan} from './plan.ts';
import type {Programs} from './programs.ts';
import type {Program, Terminal} from './terminal.ts';
import type {Upstream} from './upstream.ts';

/** The measurements of one program, one value for each round. */
export type Chat = {
	readonly keys: Keys[];
	readonly streamingKeys: Keys[];
	readonly streams: Stream[];
};

export type Held = {readonly keys: Keys[]; readonly scrolls: (readonly number[])[]};

export type Results = {
	readonly starts: Readonly<
		Record<'ours' | 'oursAtFirst' | 'resumed' | 'node' | 'inkHello' | 'inkChat', Start[]>
	>;
	readonly idle: Readonly<Record<'ours' | 'inkChat' | 'long', Idle>>;
	readonly chat: Readonly<Record<'ours' | 'inkChat', Chat>>;
	readonly sessions: Readonly<Record<'empty' | 'short' | 'long', Held>>;
	readonly attached: Readonly<Record<'few' | 'long', Attached>>;
	readonly terminals: TerminalCosts;
	readonly blackBox: BlackBoxCosts;
	readonly reader: ReaderCosts;
};

export type Bench = {
	readonly plan: Plan;
	readonly programs: Programs;
	readonly upstream: Upstream;
	readonly say: (progress: string) => void;
};

/**
 * Measures the programs in turns (A B C A B C), so that a disturbance of the machine affects all
 * alike.
 */
export async function runRounds(bench: Bench): Promise<Results> {
	const {plan, programs} = bench;
	const long = programs.oursWith(plan.longMessages);
	const short = programs.oursWith(plan.shortMessages);
	return {
		starts: await startRounds(bench, long),
		idle: await idleTogether(bench, long),
		chat: await chatRounds(bench),
		sessions: await sessionRounds(bench, {short, long}),
		attached: {
			few: await attachTo(bench, fewMessages),
			long: await attachTo(bench, plan.longMessages),
		},
		terminals: await terminalCosts(bench),
		blackBox: measureBlackBox({megabytes: plan.sidecarMegabytes}),
		reader: measureReader(),
	};
}

async function startRounds(
	{plan, programs, say}: Bench,
	long: Program,
): Promise<Results['starts']> {
	const {ours, oursAtFirst, node, inkHello, inkChat} = programs;
	const starts: Results['starts'] = {
		ours: [],
		oursAtFirst: [],
		resumed: [],
		node: [],
		inkHello: [],
		inkChat: [],
	};
	// Not counted: these starts fill the cache of compiled code, as the first start on any machine
	// does.
	await measureStart(ours, {takesKeys: true});
	await measureStart(long, {takesKeys: true});
	for (let round = 1; round <= plan.starts; round++) {
		say(`start ${round}/${plan.starts}`);
		starts.node.push(await measureStart(node, {takesKeys: true}));
		starts.inkHello.push(await measureStart(inkHello, {takesKeys: false}));
		starts.inkChat.push(await measureStart(inkChat, {takesKeys: true}));
		starts.ours.push(await measureStart(ours, {takesKeys: true}));
		starts.oursAtFirst.push(await measureStart(oursAtFirst(), {takesKeys: true}));
		starts.resumed.push(await measureStart(long, {takesKeys: true}));
	}
	return starts;
}

async function idleTogether({plan, programs, say}: Bench, long: Program): Promise<Results['idle']> {
	say('idle');
	const terminals = [
		await openReady(programs.ours),
		await openReady(programs.inkChat),
		await openReady(long),
	];
	const [ours, inkChat, resumed] = await Promise.all(
		terminals.map(terminal => measureIdle(terminal, plan.idle)),
	);
	await Promise.all(terminals.map(terminal => terminal.close()));
	return {ours: ours!, inkChat: inkChat!, long: resumed!};
}

async function chatRounds(bench: Bench): Promise<Results['chat']> {
	const {plan, programs, say} = bench;
	const chat: Results['chat'] = {
		ours: {keys: [], streamingKeys: [], streams: []},
		inkChat: {keys: [], streamingKeys: [], streams: []},
	};
	for (let round = 1; round <= plan.rounds; round++) {
		for (const name of ['inkChat', 'ours'] as const) {
			say(`keys and streams ${round}/${plan.rounds}: ${programs[name].name}`);
			await withTerminal(programs[name], terminal => oneChat(terminal, bench, chat[name]));
		}
	}
	return chat;
}

async function oneChat(terminal: Terminal, {plan, upstream}: Bench, chat: Chat): Promise<void> {
	chat.keys.push(await measureKeys(terminal, {count: plan.keys}));
	chat.streams.push(await measureStream(terminal, {upstream, tokens: plan.tokens}));
	chat.streamingKeys.push(
		await measureStreamingKeys(terminal, {upstream, count: plan.streamingKeys}),
	);
}

async function sessionRounds(
	{plan, programs, say}: Bench,
	resumed: {readonly short: Program; readonly long: Program},
): Promise<Results['sessions']> {
	const sessions: Results['sessions'] = {
		empty: {keys: [], scrolls: []},
		short: {keys: [], scrolls: []},
		long: {keys: [], scrolls: []},
	};
	for (let round = 1; round <= plan.rounds; round++) {
		for (const name of ['empty', 'short', 'long'] as const) {
			say(`long session ${round}/${plan.rounds}: ${name}`);
			await withTerminal(name === 'empty' ? programs.ours : resumed[name], async terminal => {
				sessions[name].keys.push(await measureKeys(terminal, {count: plan.keys}));
				if (name !== 'empty') {
					sessions[name].scrolls.push(await measureScroll(terminal, plan.pages));
				}
			});
		}
	}
	return sessions;
}

export const fewMessages = 10;

/**
 * Uses a home of its own, because its sessions are left running and other measurements would find
 * them.
 */
function attachTo({plan, programs, say}: Bench, messages: number): Promise<Attached> {
	say(`attach to ${messages} messages`);
	const last = `Answer ${messages / 2}.`;
	const resumed = programs.oursWith(messages);
	return measureAttach({fresh: programs.ours, resumed, last}, plan.attach);
}

function terminalCosts({plan, say}: Bench): Promise<TerminalCosts> {
	say('terminals');
	return measureTerminals(plan.terminals);
}

async function withTerminal(
	program: Program,
	measure: (terminal: Terminal) => Promise<void>,
): Promise<void> {
	const terminal = await openReady(program);
	try {
		await measure(terminal);
	} finally {
		await terminal.close();
	}
}
