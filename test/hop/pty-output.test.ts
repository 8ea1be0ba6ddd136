import {PassThrough, Readable} from 'node:stream';
import {expect, it} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import type {Link, LinkChannel, LinkEnd} from '../../source/hop/link.ts';
import {createPtyOutput} from '../../source/hop/pty-output.ts';
import {newNonce} from '../../source/hop/run-marker.ts';
import {systemClock} from '../../source/platform/clock.ts';

/** A channel of which everything is here already when somebody begins to read. */
function endedChannel(text: string, end: LinkEnd, wasCut: boolean): LinkChannel {
	const stdout = new PassThrough();
	stdout.end(text);
	return {
		stdout,
		stderr: Readable.from([]),
		write: () => true,
		onDrain() {},
		endInput() {},
		resize() {},
		ended: Promise.resolve(end),
		answered: () => Promise.resolve(),
		wasCut: () => wasCut,
		close() {},
	};
}

function outputOf(textOf: (marker: string) => string, {wasCut} = {wasCut: false}) {
	const nonce = newNonce();
	const end = {exitCode: 0, signal: null};
	const channel = endedChannel(textOf(nonce.halves.join('-')), end, wasCut);
	const link = {host: 'web' as HostId, onLost: () => () => {}} as unknown as Link;
	const printed: string[] = [];
	const events = {
		onBytes: (bytes: Uint8Array) => void printed.push(Buffer.from(bytes).toString()),
		onExit() {},
	};
	return {printed, ...createPtyOutput({link, channel, nonce, events, clock: systemClock()})};
}

it('a program whose end is here before its first word has begun all the same', async () => {
	const output = outputOf(marker => `noise\r\n${marker} ok 42 /dev/pts/7 123\r\nhello\r\n`);
	expect(await output.begun).toMatchObject({type: 'started', leader: {pid: 42}});
	expect(await output.ended).toEqual({type: 'ended', end: {exitCode: 0, signal: null}});
	expect(output.printed.join('')).toContain('hello');
});

it('one that ended without a word of its own has not, and what was said instead is told', async () => {
	const output = outputOf(() => 'This account is not available.\r\n');
	expect(await output.begun).toMatchObject({
		type: 'ended',
		said: expect.stringContaining('not available'),
	});
});

it('an output that was cut off with its connection says so at its end', async () => {
	const output = outputOf(marker => `${marker} ok 42 /dev/pts/7 123\r\nhal`, {wasCut: true});
	await output.ended;
	await output.drained();
	expect(output.printed.join('')).toMatch(/^hal\r\n\[The connection to web was lost .*missing\]/);
});
