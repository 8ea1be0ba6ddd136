import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it} from 'vitest';
import type {Link} from '../../source/hop/link.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {linkTo, scriptedPorts} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {runInTerminal} from '../hop/remote-terminals.ts';

const clock = systemClock();
const calls = 200;
/** About as long as a call takes, so that the cut falls before, into and behind it. */
const cutMsMax = 20;
const neverMs = 60_000;

describeWithSshd('a line that is cut at any moment', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it('never lets a command run twice, and what is called lost was cut', async () => {
		const server = await lab.startServer({alias: 'cut', relay: {}});
		const file = join(server.home, 'counter');
		writeFileSync(file, '');
		let link: Link | null = null;
		const outcomes: {call: number; type: string; started: string; wasCut: boolean}[] = [];
		for (let call = 0; call < calls; call += 1) {
			server.relay?.restore();
			link ??= await linkTo('cut', scriptedPorts(lab.configFile));
			let wasCut = false;
			const cut = clock.after(call % 3 === 0 ? neverMs : Math.random() * cutMsMax, () => {
				wasCut = true;
				server.relay?.cut();
			});
			const outcome = await runInTerminal(
				link,
				`echo ${call} >> ${file}; sleep 0.00${call % 10}`,
			).then(
				({exit}) => ({type: exit.lost === undefined ? 'exited' : 'lost', started: 'yes'}),
				// Before a program is known to have begun, only the words tell that nobody knows.
				(error: Error) =>
					/not known|unknown|If the command began/.test(error.message)
						? {type: 'lost', started: 'unknown'}
						: {type: 'refused', started: 'no'},
			);
			cut.cancel();
			outcomes.push({call, ...outcome, wasCut});
			if (wasCut) {
				link.close();
				link = null;
			}
		}
		link?.close();
		await clock.sleep(1000);
		const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
		const times = (call: number) => lines.filter(line => line === call).length;
		const found = outcomes.map(outcome => ({...outcome, times: times(outcome.call)}));
		console.info(summary(found));
		expect(found.filter(one => one.times > 1)).toEqual([]);
		expect(found.filter(one => one.type === 'exited' && one.times !== 1)).toEqual([]);
		expect(found.filter(one => one.type === 'refused' && one.times !== 0)).toEqual([]);
		// A shell that ended with its link may not have come to its first command, so of what is lost
		// only that it began is known; it is held above that it never ran twice.
		const isKnown = (one: {type: string; started: string}) =>
			one.started === 'yes' && one.type !== 'lost';
		expect(found.filter(one => isKnown(one) && one.times !== 1)).toEqual([]);
		expect(found.filter(one => one.type === 'lost' && !one.wasCut)).toEqual([]);
		expect(found.filter(one => one.type === 'lost').length).toBeGreaterThan(20);
		expect(found.filter(one => one.type === 'exited').length).toBeGreaterThan(20);
	});
});

function summary(found: readonly {type: string; started: string; times: number}[]): string {
	const counts = new Map<string, number>();
	for (const {type, started, times} of found) {
		const key = `${type}, started: ${started}, ran: ${times}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return [...counts].map(([key, count]) => `${count}  ${key}`).join('\n');
}
