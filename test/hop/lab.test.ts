import {execFile} from 'node:child_process';
import {afterAll, expect, it} from 'vitest';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('the lab', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const ssh = (alias: string, command: string) =>
		new Promise<{readonly output: string; readonly errors: string}>(resolve =>
			execFile(
				'ssh',
				['-F', lab.configFile, '-o', 'BatchMode=yes', alias, command],
				(_, output, errors) => resolve({output, errors}),
			),
		);

	it('gives a server that the system’s ssh reaches by its alias, with a home of its own', async () => {
		const {home} = await lab.startServer({alias: 'plain', known: 'hashed'});
		expect(await ssh('plain', 'echo $HOME')).toEqual({output: `${home}\n`, errors: ''});
	});

	it('chains two jumps', async () => {
		await lab.startServer({alias: 'one'});
		await lab.startServer({alias: 'two', jump: 'one'});
		await lab.startServer({alias: 'three', jump: 'two'});
		expect((await ssh('three', 'echo there')).output).toBe('there\n');
	});

	it('offers what only an agent holds, and a key that changed', async () => {
		const agent = await lab.startAgent();
		await lab.startServer({
			alias: 'by-agent',
			identity: 'agent',
			clientConfig: [`IdentityAgent ${agent}`],
		});
		expect((await ssh('by-agent', 'echo there')).output).toBe('there\n');
		await lab.startServer({alias: 'changed', known: 'changed'});
		expect((await ssh('changed', 'true')).errors).toContain('IDENTIFICATION HAS CHANGED');
	});

	it('cuts and restores a line, and brings a killed server back on its port', async () => {
		const server = await lab.startServer({alias: 'relayed', relay: {delayMs: 5}});
		expect((await ssh('relayed', 'echo there')).output).toBe('there\n');
		server.relay?.cut();
		expect((await ssh('relayed', 'true')).errors).not.toBe('');
		server.relay?.restore();
		server.kill();
		await server.restart();
		expect((await ssh('relayed', 'echo again')).output).toBe('again\n');
	});
});
