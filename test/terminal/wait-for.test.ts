import {describe, expect, it} from 'vitest';
import type {TerminalId} from '../../source/events/ids.ts';
import {patienceMs, realTerminals} from './terminal-harness.ts';

const literal = (text: string) => ({type: 'literal', text}) as const;
const never = () => new AbortController().signal;

describe('waiting for a terminal', () => {
	it('ends with the first of two programs that says the text', async () => {
		const {shell, terminals} = realTerminals();
		const slow = await shell('sleep 60; echo done');
		const quick = await shell('echo not yet; sleep 0.1; printf "\\033[32mdo\\033[0mne"; sleep 60');
		const woke = await terminals.wait([slow.id, quick.id], {
			conditions: {text: literal('done')},
			deadlineMs: patienceMs,
			signal: never(),
		});
		expect(woke).toEqual({type: 'text', terminal: quick.id, match: 'done'});
	});

	it('sees a text that was printed before, as long as nobody has read it', async () => {
		const {shell, wait, terminals} = realTerminals();
		const {id} = await shell('echo ready; sleep 60');
		await wait(id, {bytes: 7});
		expect((await wait(id, {text: literal('ready')})).type).toBe('text');
		await terminals.read(id);
		const woke = await terminals.wait([id], {
			conditions: {text: literal('ready')},
			deadlineMs: 50,
			signal: never(),
		});
		expect(woke).toEqual({type: 'deadline'});
	});

	it('sees a text that a full-screen program drew in pieces', async () => {
		const {shell, wait} = realTerminals();
		const {id} = await shell(
			'printf "\\033[?1049h\\033[3;5Hdy\\033[3;1Hrea"; printf "\\033[3;4H"; sleep 0.1; printf "\\033[5;1Hx\\033[3;4Hdy"; sleep 60',
		);
		expect(await wait(id, {text: literal('ready')})).toMatchObject({type: 'text'});
	});

	it('ends with the end of any, or of all, as was asked', async () => {
		const {shell, terminals} = realTerminals();
		const first = await shell('exit 1');
		const second = await shell('read line');
		const ids = [first.id, second.id];
		const any = await terminals.wait(ids, {
			conditions: {exit: true},
			deadlineMs: patienceMs,
			signal: never(),
		});
		expect(any).toEqual({type: 'exit', terminal: first.id});
		expect(terminals.get(second.id)?.ended).toBeNull();
		const both = terminals.wait(ids, {conditions: {}, deadlineMs: patienceMs, signal: never()});
		terminals.write(second.id, '\n', {by: 'user'});
		const all = await both;
		expect(all?.type).toBe('exit');
		expect(terminals.get(second.id)?.ended).not.toBeNull();
	});

	it('says which text was in the last words, rather than that they were the last', async () => {
		const {shell, wait} = realTerminals();
		const {id} = await shell('sleep 0.05; printf "all good"');
		expect(await wait(id, {text: literal('all good')})).toMatchObject({type: 'text'});
	});

	it('ends in silence', async () => {
		const {shell, wait} = realTerminals();
		const {id} = await shell('for i in 1 2 3 4; do echo $i; sleep 0.03; done; sleep 60');
		expect(await wait(id, {quietMs: 150})).toEqual({type: 'quiet', terminal: id});
	});

	it('ends after so many bytes', async () => {
		const {shell, wait, terminals} = realTerminals();
		const {id} = await shell('yes');
		expect((await wait(id, {bytes: 50_000})).type).toBe('bytes');
		expect(terminals.get(id)!.unreadBytes).toBeGreaterThanOrEqual(50_000);
	});

	it('is settled when there is output and the program waits for more', async () => {
		const {shell, wait, terminals} = realTerminals();
		const {id} = await shell('printf "name? "; read name; echo "hello $name"; read again');
		expect(await wait(id, {settled: true})).toMatchObject({type: 'settled', waiting: 'input'});
		await terminals.read(id);
		terminals.write(id, 'me\n', {by: 'model'});
		expect(await wait(id, {settled: true})).toMatchObject({type: 'settled'});
		expect((await terminals.read(id))!.output.head).toContain('hello me');
	});

	it.each(['cat', 'sleep 0.4; exec cat', 'python3 -c "input()"'])(
		'is settled when %s waits without a word',
		async command => {
			const {shell, wait} = realTerminals();
			const {id} = await shell(command);
			expect(await wait(id, {settled: true})).toMatchObject({type: 'settled', waiting: 'input'});
		},
	);

	it('is not settled by a program that may as well be at work, until it has said something', async () => {
		const {shell, terminals} = realTerminals();
		// As ssh -t and docker run -it do: the terminal is raw, and it is polled.
		const program = 'import sys,tty,select; tty.setraw(0)';
		const poll = `p = select.poll(); p.register(0, select.POLLIN); %s p.poll()`;
		const silent = await shell(`python3 -c "${program}; ${poll.replace('%s', '')}"`);
		const spoken = await shell(
			`python3 -c "${program}; ${poll.replace('%s', "print('ready', flush=True);")}"`,
		);
		const settled = (id: TerminalId, deadlineMs: number) =>
			terminals.wait([id], {conditions: {settled: true}, deadlineMs, signal: never()});
		expect(await settled(spoken.id, patienceMs)).toMatchObject({type: 'settled', waiting: 'input'});
		expect(await settled(silent.id, 1500)).toEqual({type: 'deadline'});
	});

	it('notices a program that begins to wait without a word', async () => {
		const {shell, wait} = realTerminals();
		const {id} = await shell('sleep 0.5; read line');
		expect(await wait(id, {prompt: true})).toMatchObject({waiting: 'input'});
	});

	it('gives up on a pattern that is too slow, and goes on serving others', async () => {
		const {shell, wait} = realTerminals();
		const {id} = await shell(`printf ${'a'.repeat(60)}!; sleep 60`);
		const pattern = {type: 'regex', source: '^(a+)+$', flags: ''} as const;
		expect(await wait(id, {text: pattern})).toEqual({type: 'slow-pattern', terminal: id});
	});

	it('ends at its deadline, with an abort, and with the terminal', async () => {
		const {shell, terminals, wait} = realTerminals();
		const {id} = await shell('sleep 60');
		const conditions = {text: literal('never'), prompt: true, quietMs: 60_000};
		expect(await terminals.wait([id], {conditions, deadlineMs: 30, signal: never()})).toEqual({
			type: 'deadline',
		});
		const abort = new AbortController();
		const aborted = terminals.wait([id], {conditions, deadlineMs: 9999, signal: abort.signal});
		abort.abort();
		expect(await aborted).toEqual({type: 'aborted'});
		const closed = wait(id, {text: literal('never')});
		await terminals.close(id, {force: true});
		expect((await closed).type).toMatch(/exit|closed/);
		expect(await terminals.wait([id], {conditions, deadlineMs: 10, signal: never()})).toBeNull();
	});
});
