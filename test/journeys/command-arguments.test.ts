import {readdirSync} from 'node:fs';
import {expect, it} from 'vitest';
import {openRobot, type Robot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';

/** Turns the reading direction; what follows a shell would run. */
const strange = '\u202E"$(x)';
const shown = '\\u202e"$(x)';

/**
 * The commands of which only the session knows whether what follows them means something. Of the
 * others `test/commands/commands.test.ts` holds that a word which they don't know is refused. Not
 * here is what can't be wrong: any words are a name for /rename and its length is held there, any
 * words say what a summary must keep for /compact, which here has nothing to put into one.
 */
const answers: readonly (readonly [line: string, answer: string | RegExp])[] = [
	['/model nope extra words', 'There is no model "nope extra words". /model lists them.'],
	[`/model ${strange}`, `There is no model "${shown}".`],
	['/resume nope', 'There is no session "nope".'],
	['/resume nope extra words', 'There is no session "nope extra words".'],
	['/resume ../..', 'There is no session "../..".'],
	[`/resume ${strange}`, `There is no session "${shown}".`],
	['/hop', 'Name a machine: /hop web'],
	['/hop web extra words', 'The host name "web extra words" holds a character that no host has'],
	[`/hop ${strange}`, 'holds a character that no host has: refused'],
	['/hop -oProxyCommand=x', 'The host name "-oProxyCommand=x" starts with "-"'],
	['/hop nobody@127.0.0.1:1', '127.0.0.1:1: nobody answers on that port'],
	['/export nope', 'The file must end in .md or .json'],
	['/export a.md extra words', 'work/a.md extra words'],
	[`/export ${strange}`, `work/${shown}`],
	['/export ..', 'The file must end in .md or .json'],
	['/search nope extra', '"nope extra" is nowhere in the transcript.'],
	[`/search ${strange}`, `"${shown}" is nowhere in the transcript.`],
	['/calls nope extra', 'No call is like that.'],
	[`/calls ${strange}`, 'No call is like that.'],
	['/compact keep extra words', 'Too little was said to put it into a summary.'],
];

it('a word after a command that the session does not know has a clear answer, and changes nothing', async () => {
	const {place, upstream} = await openScriptedPlace();
	const agent = openRobot({place, columns: 160});
	await agent.see('scripted ●');
	await modelsListed(agent);
	const files = readdirSync(place.cwd);
	const atFirst = ['model.chosen'];
	for (const [line, answer] of answers) {
		agent.say(line);
		await agent.see(answer);
		agent.press('Escape', 'Escape', 'C-u');
	}
	// What it said is kept, and a way to a machine that came to nothing; no more than that.
	const kept = journalOf(place).map(({type}) => type);
	expect(
		kept.filter(
			type => !/^(notice|hop)\.|^session\.(started|opened)|^compaction\.failed/.test(type),
		),
	).toEqual(atFirst);
	expect(readdirSync(place.cwd)).toEqual(files);
	expect(upstream.seen()).toBe(0);
});

/** Waits until the proxy has listed its models. Before that, any name of a model is accepted. */
async function modelsListed(agent: Robot): Promise<void> {
	const look = () => {
		const isListed = agent.screen().includes('in use');
		agent.press('Escape', 'Escape', 'C-u');
		if (!isListed) {
			agent.say('/model');
		}
		return isListed;
	};
	await expect.poll(look, {interval: 300}).toBe(true);
	await agent.seeNot('in use');
}
