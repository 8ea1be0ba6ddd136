import {cpuMsOf, treeOf} from '../process-tree.ts';
import type {Terminal} from '../terminal.ts';
import type {Upstream} from '../upstream.ts';
import {type Keys, measureKeys, typeText} from './keys.ts';

export type Stream = {
	/** The bytes that were written from Enter to the end of the answer, divided by its tokens. */
	readonly bytesPerToken: number;
	readonly cpuMsPerThousandTokens: number;
	/** From the sending of the last token until it is visible. */
	readonly lastTokenMs: number;
};

const tokensPerSecond = 200;
const graceMs = 10_000;
const settleMs = 300;

/** Measures one answer while nothing is typed. */
export async function measureStream(
	terminal: Terminal,
	{upstream, tokens}: {readonly upstream: Upstream; readonly tokens: number},
): Promise<Stream> {
	const {ending, endedAt} = await upstream.say({tokens, tokensPerSecond});
	await typeText(terminal, 'go');
	await terminal.quiet(settleMs, graceMs);
	const bytesBefore = terminal.bytes();
	const cpuBefore = cpuMsOf(treeOf(terminal.pid));
	terminal.send('\r');
	const shownAt = await answered(terminal, {ending, tokens});
	await terminal.quiet(settleMs, graceMs);
	return {
		bytesPerToken: (terminal.bytes() - bytesBefore) / tokens,
		cpuMsPerThousandTokens: ((cpuMsOf(treeOf(terminal.pid)) - cpuBefore) * 1000) / tokens,
		lastTokenMs: performance.timeOrigin + shownAt - (await endedAt),
	};
}

/** Measures keys that are typed while an answer streams in. Keys after its end are not counted. */
export async function measureStreamingKeys(
	terminal: Terminal,
	{upstream, count}: {readonly upstream: Upstream; readonly count: number},
): Promise<Keys> {
	const seconds = count * secondsPerKey + 1;
	const tokens = Math.ceil(seconds * tokensPerSecond);
	const {ending} = await upstream.say({tokens, tokensPerSecond});
	await typeText(terminal, 'go');
	terminal.send('\r');
	await terminal.clock.sleep(firstTokensMs);
	const keys = await measureKeys(terminal, {
		count,
		while: () => !terminal.screen().includes(ending),
	});
	await answered(terminal, {ending, tokens});
	await terminal.quiet(settleMs, graceMs);
	return keys;
}

/** How long typing a key takes on average, with its pause, its echo and some backspaces. */
const secondsPerKey = 0.075;
const firstTokensMs = 500;

async function answered(
	terminal: Terminal,
	{ending, tokens}: {readonly ending: string; readonly tokens: number},
): Promise<number> {
	const limitMs = (tokens * 1000) / tokensPerSecond + graceMs;
	const shownAt = await terminal.shown(screen => screen.includes(ending), limitMs);
	if (shownAt === null) {
		throw new Error(`The end of an answer never appeared:\n${terminal.screen()}`);
	}
	return shownAt;
}
