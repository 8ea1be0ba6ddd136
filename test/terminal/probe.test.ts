import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {realTerminals} from './terminal-harness.ts';

const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);
const ready = {type: 'literal', text: 'ready'} as const;

describe('what a program waits for', () => {
	it.each([
		['cat', 'echo ready; cat'],
		['a shell script that reads', 'echo ready; read line'],
		['a shell', 'PS1=ready bash --norc -i'],
		['the last of a pipeline', 'echo ready; true | cat - /dev/tty'],
		['Python', 'python3 -q -c "import sys; print(\'ready\', flush=True); input()"'],
		['vim', 'vim -u NONE -c "echo \'ready\'"'],
		['less', 'seq 500 | sed s/^20$/ready/ | less'],
	])('is input: %s', async (_, command) => {
		const {shell, wait} = realTerminals();
		const {id} = await shell(command);
		await wait(id, {text: ready});
		expect(await wait(id, {prompt: true})).toMatchObject({type: 'prompt', waiting: 'input'});
	});

	it.each([
		['read -s', `bash ${fixture('asks-for-password.sh')}`],
		['getpass', 'python3 -c "import getpass; getpass.getpass()"'],
	])('is a password: %s', async (_, command) => {
		const {shell, wait} = realTerminals();
		const {id} = await shell(command);
		expect(await wait(id, {prompt: true})).toMatchObject({type: 'prompt', waiting: 'password'});
	});

	it.each([
		['a program that sleeps', 'echo ready; sleep 60'],
		['a program that sleeps and hides what is typed', 'stty -echo; echo ready; sleep 60'],
		['a program that reads from another one', 'echo ready; sleep 60 | cat'],
		['a program that computes', 'echo ready; while :; do :; done'],
		['a server', "node -e \"require('net').createServer().listen(0, () => console.log('ready'))\""],
		[
			'a program that waits for another one',
			'python3 -c "import socket; a, b = socket.socketpair(); print(\'ready\', flush=True); a.recv(1)"',
		],
	])('is nothing: %s', async (_, command) => {
		const {shell, wait, terminals} = realTerminals();
		const {id} = await shell(command);
		await wait(id, {text: ready});
		await wait(id, {quietMs: 50});
		expect(await terminals.waiting(id)).toBeNull();
	});

	it('is nothing after the end', async () => {
		const {shell, finish, terminals} = realTerminals();
		const {id} = await shell('true');
		await finish(id);
		expect(await terminals.waiting(id)).toBeNull();
	});
});
