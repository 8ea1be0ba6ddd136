import {cpSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type Agent, openAgent} from '../helpers/agent.ts';
import {isLong, often} from '../helpers/often.ts';
import {
	expectOverlay,
	expectSound,
	namedSizes,
	openStillPlace,
	resizeTo,
	type Size,
} from '../helpers/resizing.ts';
import {hasTmux} from '../helpers/tmux.ts';
import {seededRandom} from '../view/paint/random.ts';

const steps = often('ROUNDS', {usual: 8, long: 30});

/** Steps of every kind: far, near, one dimension alone. */
function sweep(seed: number): readonly Size[] {
	const random = seededRandom(seed);
	const anywhere = () => ({columns: 20 + random.below(181), rows: 5 + random.below(56)});
	// `sizes.test.ts` goes through the named ones.
	const walk: Size[] = isLong ? [...namedSizes] : [namedSizes[0]!];
	for (let step = 0; step < steps; step++) {
		const last = walk.at(-1)!;
		const kinds: readonly Size[] = [
			anywhere(),
			{columns: anywhere().columns, rows: last.rows},
			{columns: last.columns, rows: anywhere().rows},
			{columns: Math.max(20, last.columns - 1), rows: Math.min(60, last.rows + 1)},
		];
		walk.push(random.pick(kinds));
	}
	return walk;
}

describe.skipIf(!hasTmux)(
	'swept through many sizes, the screen is as if it had always been so',
	() => {
		it('with a conversation', async () => {
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

		it('with a live terminal, beside the chat and in focus', async () => {
			const agent = await openConversation();
			agent.say(String.raw`!printf "one\n日本語\n%0100d\nthree\n" 7; cat`);
			await agent.see('you type');
			agent.press('C-x', '1');
			await agent.see('2 terminal (1)');
			for (const size of sweep(3)) {
				await expectSound(agent, size);
			}
			agent.press('M-2');
			for (const size of sweep(4)) {
				await expectSound(agent, size);
			}
		});

		it('with the monitor in focus', async () => {
			const agent = await openConversation();
			agent.press('M-3');
			await agent.see('─ monitor ─');
			for (const size of namedSizes) {
				await resizeTo(agent, size);
			}
		});

		it.each([
			{title: 'Help', key: '?'},
			{title: 'Commands', key: 'C-p'},
		])('with $title over it', async ({title, key}) => {
			const agent = await openConversation();
			agent.press(key);
			await agent.see('Esc closes');
			for (const size of sweep(5)) {
				await expectOverlay(agent, {size, title});
			}
		});

		it('which a fresh start at that size shows, too', async () => {
			const agent = await openConversation();
			const {place} = agent;
			for (const size of isLong ? [...namedSizes, ...sweep(6).slice(-6)] : sweep(6).slice(-5)) {
				const screen = await resizeTo(agent, size);
				const home = join(dirname(place.home), `home-${size.columns}x${size.rows}`);
				cpSync(place.home, home, {recursive: true});
				rmSync(join(home, 'sessions'), {recursive: true});
				rmSync(join(home, 'run'), {recursive: true});
				cpSync(join(place.home, 'sessions'), join(home, 'sessions'), {
					recursive: true,
					filter: path => !path.endsWith('lock'),
				});
				const fresh = openAgent({
					place: {...place, home},
					...size,
					parameters: ['resume'],
					isInside: true,
				});
				await expect.poll(() => fresh.screen()).toBe(screen);
				fresh.close();
			}
		});
	},
);

async function openConversation(): Promise<Agent> {
	const agent = openAgent({place: openStillPlace()});
	agent.say('show me some Markdown');
	await agent.see('console.log(greeting)');
	await agent.idle();
	return agent;
}
