import {expect, it} from 'vitest';
import {withFlags} from '../../../source/front-ends/exec/flag-words.ts';
import {hello, world} from './exec-world.ts';

it.each([
	[
		'Choose another model with /model, then send "go on".',
		'Choose another model with --model, then send "go on".',
	],
	[
		'There is no model "x", so the model stays as it is. /model lists them.',
		'There is no model "x", so the model stays as it is. providers[].models in the settings lists them.',
	],
	[
		'Calls go to web, which is not connected. /hop web connects it, /hop local works here.',
		'Calls go to web, which is not connected. --hop web connects it.',
	],
	['Commands run on web from now on. /hop local comes back.', 'Commands run on web from now on.'],
	[
		'The file /srv/model/a and /model/b and x/hop are paths.',
		'The file /srv/model/a and /model/b and x/hop are paths.',
	],
])('exec says with flags what the screen says with commands: %s', (said, meant) => {
	expect(withFlags(said)).toBe(meant);
});

it('what the watchdog advises under exec names the flag', async () => {
	const {run} = await world({type: 'status', status: 401});
	const {err} = await run(['exec', 'hello']);
	expect(err).toContain('--model chooses another provider meanwhile');
	expect(err).not.toMatch(/\s\/model/);
});

it.each([[['exec', 'hello']], [['exec', '--json', 'hello']]])(
	'an answer without a word is said, and is no failure (%s)',
	async argv => {
		const {run} = await world({type: 'text', text: ' '});
		const {code, err} = await run(argv);
		expect(err).toContain('agent-tui: the answer is empty: the model ended it without a word.\n');
		expect(code).toBe(0);
	},
);

it('an answer with words is not called empty', async () => {
	const {run} = await world(hello);
	expect((await run(['exec', 'hello'])).err).not.toContain('empty');
});
