import type {Attached} from './measure/attach.ts';
import type {BlackBoxCosts} from './measure/black-box.ts';
import type {Idle} from './measure/idle.ts';
import {echoAt, type Keys} from './measure/keys.ts';
import type {ReaderCosts} from './measure/reader.ts';
import type {Start} from './measure/start.ts';
import type {TerminalCosts} from './measure/terminals.ts';
import type {Plan} from './plan.ts';
import {fewMessages, type Results} from './rounds.ts';
import {least, median, percentile} from './statistics.ts';

/** A line of the table: our value and that of a simpler program, measured in the same run. */
export type Line = {
	readonly what: string;
	readonly unit: string;
	readonly ours: number;
	readonly against: string;
	readonly floor: number;
};

export function tableOf(lines: readonly Line[]): string {
	return [
		'| what | ours | against | floor | ratio |',
		'|---|--:|---|--:|--:|',
		...lines.map(
			({what, unit, ours, against, floor}) =>
				`| ${what} | ${number(ours)} ${unit} | ${against} | ${number(floor)} ${unit} | ${ratio(ours, floor)} |`,
		),
	].join('\n');
}

export function linesOf(results: Results, plan: Plan): readonly Line[] {
	return [
		...startLines(results.starts, plan),
		...echoLines('key echo', results.chat, 'keys'),
		...echoLines('key echo at 200 tokens/s', results.chat, 'streamingKeys'),
		...costLines(results.chat),
		...idleLines(results.idle, plan),
		...sessionLines(results.sessions, plan),
		...attachLines(results.attached, plan),
		...terminalLines(results.terminals),
		...blackBoxLines(results.blackBox),
		...readerLines(results.reader),
	];
}

function startLines(starts: Results['starts'], plan: Plan): readonly Line[] {
	const paint = (runs: readonly Start[]) => least(runs.map(run => run.paintMs));
	const ready = (runs: readonly Start[]) => median(runs.map(run => run.readyMs));
	const cpu = (runs: readonly Start[]) => least(runs.map(run => run.cpuMs));
	const {ours, oursAtFirst, resumed, node, inkHello, inkChat} = starts;
	const slowest = (runs: readonly Start[]) => median(runs.map(run => run.slowestMs));
	const line = (what: string, value: (runs: readonly Start[]) => number) => ({
		what,
		unit: 'ms',
		ours: value(ours),
	});
	return [
		{...line('start to first paint', paint), against: 'bare Node', floor: paint(node)},
		{...line('start to first paint', paint), against: 'Ink hello', floor: paint(inkHello)},
		{...line('start to ready', ready), against: 'bare Node', floor: ready(node)},
		{...line('start to ready', ready), against: 'Ink chat', floor: ready(inkChat)},
		{...line('CPU until ready', cpu), against: 'Ink chat', floor: cpu(inkChat)},
		{
			...line('slowest of the 16 keys after it', slowest),
			against: 'Ink chat',
			floor: slowest(inkChat),
		},
		{
			...line('first start ever to ready', () => ready(oursAtFirst)),
			against: 'Ink chat',
			floor: ready(inkChat),
		},
		{
			...line(`resume ${plan.longMessages} messages to ready`, () => ready(resumed)),
			against: 'new session',
			floor: ready(ours),
		},
	];
}

const percents = [50, 95, 99] as const;

function echoLines(
	what: string,
	{ours, inkChat}: Results['chat'],
	kind: 'keys' | 'streamingKeys',
): readonly Line[] {
	return percents.map(percent => ({
		what: `${what}, p${percent}`,
		unit: 'ms',
		ours: typicalEcho(percent, ours[kind]),
		against: 'Ink chat',
		floor: typicalEcho(percent, inkChat[kind]),
	}));
}

/** Takes the percentile of each round, and returns the median of these. */
function typicalEcho(percent: number, rounds: readonly Keys[]): number {
	return median(rounds.map(keys => echoAt(percent, keys)));
}

function costLines({ours, inkChat}: Results['chat']): readonly Line[] {
	const against = 'Ink chat';
	return [
		{
			what: 'bytes per key',
			unit: 'B',
			ours: median(ours.keys.map(keys => keys.bytesPerKey)),
			against,
			floor: median(inkChat.keys.map(keys => keys.bytesPerKey)),
		},
		{
			what: 'bytes per token',
			unit: 'B',
			ours: median(ours.streams.map(stream => stream.bytesPerToken)),
			against,
			floor: median(inkChat.streams.map(stream => stream.bytesPerToken)),
		},
		{
			what: 'CPU per 1000 tokens',
			unit: 'ms',
			ours: least(ours.streams.map(stream => stream.cpuMsPerThousandTokens)),
			against,
			floor: least(inkChat.streams.map(stream => stream.cpuMsPerThousandTokens)),
		},
		{
			what: 'last token sent to on the screen',
			unit: 'ms',
			ours: median(ours.streams.map(stream => stream.lastTokenMs)),
			against,
			floor: median(inkChat.streams.map(stream => stream.lastTokenMs)),
		},
		{
			what: 'keys that never appeared',
			unit: '',
			ours: missed([...ours.keys, ...ours.streamingKeys]),
			against,
			floor: missed([...inkChat.keys, ...inkChat.streamingKeys]),
		},
	];
}

function missed(rounds: readonly Keys[]): number {
	return rounds.reduce((total, keys) => total + keys.missed, 0);
}

function idleLines({ours, inkChat, long}: Results['idle'], plan: Plan): readonly Line[] {
	const line = (what: string, unit: string, value: (idle: Idle) => number) => ({
		what,
		unit,
		ours: value(ours),
		against: 'Ink chat',
		floor: value(inkChat),
	});
	return [
		line('idle CPU', '%', idle => idle.cpuPercent),
		line(`idle bytes in ${plan.idle.windowMs / 1000} s`, 'B', idle => idle.bytes),
		line('memory (PSS, proxy included)', 'MB', idle => idle.memoryMb),
		{
			what: `memory with ${plan.longMessages} messages`,
			unit: 'MB',
			ours: long.memoryMb,
			against: 'empty session',
			floor: ours.memoryMb,
		},
	];
}

function sessionLines(
	{empty, short, long}: Results['sessions'],
	{longMessages, shortMessages}: Plan,
): readonly Line[] {
	const scroll = (percent: number, rounds: readonly (readonly number[])[]) =>
		median(rounds.map(latenciesMs => percentile(latenciesMs, percent)));
	return [
		...([50, 99] as const).map(percent => ({
			what: `key echo with ${longMessages} messages, p${percent}`,
			unit: 'ms',
			ours: typicalEcho(percent, long.keys),
			against: 'empty session',
			floor: typicalEcho(percent, empty.keys),
		})),
		...([50, 99] as const).map(percent => ({
			what: `PageUp with ${longMessages} messages, p${percent}`,
			unit: 'ms',
			ours: scroll(percent, long.scrolls),
			against: `${shortMessages} messages`,
			floor: scroll(percent, short.scrolls),
		})),
	];
}

function attachLines({few, long}: Results['attached'], plan: Plan): readonly Line[] {
	const line = (messages: number, {attachMs, freshMs}: Attached): Line => ({
		what: `attach to the first whole screen, ${messages} messages`,
		unit: 'ms',
		ours: median(attachMs),
		against: 'new session',
		floor: median(freshMs),
	});
	const limits = {against: 'the limit', floor: 90};
	return [
		line(fewMessages, few),
		line(plan.longMessages, long),
		{what: 'session without a screen, and its proxy', unit: 'MB', ours: few.memoryMb, ...limits},
		{
			what: `the same with ${plan.longMessages} messages`,
			unit: 'MB',
			ours: long.memoryMb,
			...limits,
		},
		{what: 'its idle CPU', unit: '%', ours: few.cpuPercent, against: 'the limit', floor: 0.01},
	];
}

function terminalLines({throughput, painter, command}: TerminalCosts): readonly Line[] {
	const printed = {what: 'a program that prints a large file', unit: 'MB/s', ours: throughput.ours};
	const short = (percent: number) => ({
		what: `a command that does nothing, p${percent}`,
		unit: 'ms',
		ours: percentile(command.ours, percent),
		against: 'child_process.spawn',
		floor: percentile(command.spawn, percent),
	});
	return [
		{...printed, against: '@xterm/headless alone', floor: throughput.emulator},
		{...printed, against: 'itself without a transcript', floor: throughput.unrecorded},
		{...printed, against: 'tmux', floor: throughput.tmux},
		...painter.flatMap(({size, oursMs, oursBytes, wholeMs, wholeBytes}) => [
			{
				what: `a frame of a terminal of ${size}`,
				unit: 'ms',
				ours: oursMs,
				against: 'every cell anew',
				floor: wholeMs,
			},
			{
				what: `bytes of a frame of ${size}`,
				unit: 'B',
				ours: oursBytes,
				against: 'every cell anew',
				floor: wholeBytes,
			},
		]),
		short(50),
		short(95),
	];
}

function blackBoxLines({redaction, sidecarPercent}: BlackBoxCosts): readonly Line[] {
	return [
		{
			what: 'redaction of ordinary text',
			unit: 'MB/s',
			ours: redaction.ours,
			against: 'JSON.stringify of it',
			floor: redaction.stringify,
		},
		{
			what: 'debug sidecar, of the time of a stream of 2000 tokens/s',
			unit: '%',
			ours: sidecarPercent,
			against: 'the limit',
			floor: 2,
		},
	];
}

function readerLines({prose, growth, worst}: ReaderCosts): readonly Line[] {
	return [
		...prose.map(({pieceBytes, ours, scan}) => ({
			what: `prose through the repair reader, ${pieceBytes} B at a time`,
			unit: 'MB/s',
			ours,
			against: 'a bare scan for < [ { `',
			floor: scan,
		})),
		{
			what: `repair reader, hostile text of 1 MB (worst: ${worst})`,
			unit: 'times',
			ours: growth,
			against: 'twice the length',
			floor: 2,
		},
	];
}

function number(value: number): string {
	if (Number.isNaN(value)) {
		return '-';
	}
	return value === 0 || value >= 100
		? value.toFixed(0)
		: value.toPrecision(2 + Number(value >= 10));
}

function ratio(ours: number, floor: number): string {
	if (floor === 0) {
		return ours === 0 ? '1' : '-';
	}
	return Number.isNaN(ours / floor) ? '-' : (ours / floor).toFixed(2);
}
