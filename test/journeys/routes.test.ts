import {expect, it, onTestFinished} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {type Asked, startUpstream} from '../helpers/scripted-upstream.ts';
import {hasTmux} from '../helpers/tmux.ts';

const down = (asked: Asked) => asked.answer({status: 503, body: {error: {message: 'down'}}});

/** The first provider of the route is down, the second one answers. */
async function openRoutedPlace(name: 'default' | '*') {
	const [first, second] = [await startUpstream(), await startUpstream()];
	onTestFinished(async () => {
		await first.close();
		await second.close();
	});
	first.always(down);
	second.always(asked => {
		asked.say(`the second answers ${asked.body.model}`);
		asked.finish();
	});
	const kind = 'openai-chat';
	const place = openPlace({
		settings: {
			providers: [
				{name: 'first', kind, baseUrl: first.baseUrl, models: ['m1']},
				{name: 'second', kind, baseUrl: second.baseUrl, models: ['m2']},
			],
			routes: [{model: name, to: ['first/m1', 'second/m2']}],
		},
	});
	return {first, second, place};
}

it.skipIf(!hasTmux).each(['default', '*'] as const)(
	'the screen asks the second provider of the route “%s” when the first one is down, and says so',
	async name => {
		const {first, place} = await openRoutedPlace(name);
		const agent = openRobot({place, columns: 110, rows: 30});
		await agent.see('route default');
		agent.say('hello');
		await agent.see('the second answers m2');
		await agent.see('second/m2 is asked');
		expect(first.seen()).toBeGreaterThan(0);
		await agent.quit();
	},
);

it('a script follows the same route, also by a name that only the route for all others has', async () => {
	const {place} = await openRoutedPlace('*');
	for (const words of [
		['exec', 'hello'],
		['exec', '--model', 'gpt-5.5', 'hello'],
	]) {
		const {code, out, err} = await runInside(words, {place});
		expect({code, out}, err).toEqual({code: 0, out: 'the second answers m2\n'});
	}
});

it.skipIf(!hasTmux)('line by line the route is followed and told as well', async () => {
	const {place} = await openRoutedPlace('default');
	const agent = openRobot({place, columns: 110, rows: 30, parameters: ['--screen-reader']});
	agent.say('hello');
	await agent.see('the second answers m2');
	await agent.see('second/m2 is asked');
});
