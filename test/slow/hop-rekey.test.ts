import {createHash} from 'node:crypto';
import {afterAll, expect, it} from 'vitest';
import {runOver} from '../helpers/hop-ports.ts';
import {often} from '../helpers/often.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {labLink} from '../hop/lab-link.ts';
import {runInTerminal} from '../hop/remote-terminals.ts';

/** 12 MB, so that there are new keys a dozen times. */
const lines = 1_500_000;
const rounds = often('ROUNDS', {usual: 2, long: 30});

describeWithSshd('a host that asks for new keys after each megabyte', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it('loses no byte of 12 MB in a terminal, nor an answer to what is asked meanwhile', async () => {
		const server = await lab.startServer({alias: 'rekeys', serverConfig: ['RekeyLimit 1M']});
		const expected = hashOfNumbers();
		for (let round = 0; round < rounds; round += 1) {
			const link = await labLink(lab, server);
			let isOver = false;
			const flood = runInTerminal(link, `seq 1 ${lines}`).finally(() => {
				isOver = true;
			});
			while (!isOver) {
				expect(await runOver(link, 'echo here')).toMatchObject({output: 'here\n', exitCode: 0});
			}
			const {hash, exit} = await flood;
			expect({round, hash, exit}).toEqual({
				round,
				hash: expected,
				exit: {exitCode: 0, signal: null},
			});
			link.close();
		}
	});
});

function hashOfNumbers(): string {
	const hash = createHash('sha256');
	for (let number = 1; number <= lines; number += 1) {
		hash.update(`${number}\r\n`);
	}
	return hash.digest('hex');
}
