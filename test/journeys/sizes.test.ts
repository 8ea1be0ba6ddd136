import {describe, expect, it} from 'vitest';
import {type Agent, openAgent, openPlace} from '../helpers/agent.ts';
import {findBoxes} from '../helpers/boxes.ts';
import {isTooSmall, repainted, resizeTo, type Size, withoutTime} from '../helpers/resizing.ts';
import {hasTmux} from '../helpers/tmux.ts';
import {seededRandom} from '../view/paint/random.ts';

const named: readonly Size[] = [
	{columns: 20, rows: 5},
	{columns: 200, rows: 60},
	{columns: 40, rows: 10},
	{columns: 120, rows: 40},
	{columns: 80, rows: 24},
	{columns: 39, rows: 24},
	{columns: 79, rows: 29},
	{columns: 80, rows: 30},
	{columns: 119, rows: 12},
	{columns: 160, rows: 20},
];

function sweep(seed: number): readonly Size[] {
	const random = seededRandom(seed);
	const more = Array.from({length: 6}, () => ({
		columns: 20 + random.below(181),
		rows: 5 + random.below(56),
	}));
	return [...named, ...more];
}

describe.skipIf(!hasTmux)(
	'resized again and again, the screen is as if it had always been so',
	() => {
		it('with a conversation and the monitor', async () => {
			const agent = await openConversation();
			for (const size of sweep(1)) {
				await expectSound(agent, size);
			}
		});

		it('with a waiting card', async () => {
			const agent = await openConversation();
			agent.say('run echo 日本語 && echo "a rather long command that has to be wrapped somewhere"');
			await agent.see('Esc later');
			for (const size of sweep(2)) {
				await expectSound(agent, size);
			}
		});

		it('with a live terminal beside it', async () => {
			const agent = await openConversation();
			agent.say('!printf "one\\n日本語\\n%0100d\\nthree\\n" 7; cat');
			await agent.see('2 terminal (1)');
			for (const size of sweep(3)) {
				await expectSound(agent, size);
			}
			agent.press('M-2');
			for (const size of sweep(4)) {
				await expectSound(agent, size);
			}
		});

		it('with the help over it', async () => {
			const agent = await openConversation();
			agent.press('?');
			await agent.see('Esc closes');
			for (const size of sweep(5)) {
				const screen = await resizeTo(agent, size);
				expect(withoutTime(await repainted(agent)), nameOf(size)).toBe(withoutTime(screen));
				if (!isTooSmall(size)) {
					expect(findBoxes(screen).whole.map(({title}) => title)).toContain('Help');
					expect(screen).toContain('Esc closes');
				}
			}
		});
	},
);

async function openConversation(): Promise<Agent> {
	const agent = openAgent({place: openPlace()});
	agent.say('show me some Markdown');
	await agent.see('console.log(greeting)');
	await agent.idle();
	return agent;
}

async function expectSound(agent: Agent, size: Size): Promise<void> {
	const screen = await resizeTo(agent, size);
	expect(withoutTime(await repainted(agent)), nameOf(size)).toBe(withoutTime(screen));
	if (!isTooSmall(size)) {
		expect(findBoxes(screen).broken, `${nameOf(size)}\n${screen}`).toEqual([]);
		expectWholeHints(screen, size);
	}
}

/** Where there is room for the usual terminal, every key that is named is named in full. */
function expectWholeHints(screen: string, size: Size): void {
	if (size.columns < 80 || size.rows < 24) {
		return;
	}
	const status = screen.trimEnd().split('\n').at(-1) ?? '';
	expect(status.replace(/^ ● [^…]*…/, ''), nameOf(size)).not.toContain('…');
	for (const hint of screen.match(/(?:Ctrl|Alt)\+\S*/g) ?? []) {
		expect(hint, nameOf(size)).toMatch(/^(?:Ctrl|Alt)\+[A-Z]$/);
	}
}

function nameOf({columns, rows}: Size): string {
	return `at ${columns}x${rows}`;
}
