import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {readScript, type Script} from '../../source/gate/shell/script.ts';
import {holdLines, type Order} from '../gate/shells/hold.ts';
import {openSandbox, type Sandbox} from '../gate/shells/sandbox.ts';
import {describeWithShells} from '../gate/shells/with-shells.ts';
import {isLong} from '../helpers/often.ts';

/** Of bash twice as many. By hand `LONG=1`: 20,000 lines. */
const lines = isLong ? 4000 : 1000;

describeWithShells(`${5 * lines} random command lines`, () => {
	let sandbox: Sandbox;
	beforeAll(() => {
		sandbox = openSandbox();
	});
	afterAll(() => sandbox.close());

	const hold = async (
		order: Omit<Order, 'seed' | 'shrinksMax'> & {readonly shrinksMax?: number},
	) => {
		const report = await holdLines(sandbox, {seed: 11, shrinksMax: 5, ...order});
		console.info({...report, finds: report.finds.length});
		return report;
	};

	// At the same time, because each mostly waits for its sandbox.
	it.concurrent.each([
		{shell: 'bash', lineCount: 2 * lines},
		{shell: 'dash', lineCount: lines},
		{shell: 'zsh', lineCount: lines},
		{shell: 'ash', lineCount: lines},
	] as const)('do in $shell nothing that the gate had not seen', async ({shell, lineCount}) => {
		const report = await hold({shell, lineCount});
		expect(report.finds).toEqual([]);
		expect(report.lost).toBe(0);
		// Enough of them is read whole and does something, else nothing is shown by this.
		expect(report.whole).toBeGreaterThan(lineCount / 10);
		expect(report.programs).toBeGreaterThan(lineCount / 10);
	});

	describe('find a fault that is planted in the reader', () => {
		const faults: Readonly<Record<string, (saw: Script, line: string) => Partial<Script>>> = {
			'it forgets what stands behind a pipe': ({commands}) => ({
				commands: commands.filter(({isPiped}) => !isPiped),
			}),
			'it forgets where output goes at the end of a file': ({writes}) => ({
				writes: writes.filter(({how}) => how !== 'append'),
			}),
			'it takes backticks for text': (_, line) => ({
				commands: readScript(line.replaceAll(/`[^`]*`/g, 'x')).commands,
			}),
			'it takes a document for text': (_, line) => ({
				commands: readScript(line.replaceAll(/<<E\n.*\nE\n/gs, '</dev/null\n')).commands,
			}),
			'it takes an unknown argument for a known one': ({commands}) => ({
				commands: commands.map(command => ({
					...command,
					words: command.words.map(word => ({...word, isSeen: true})),
				})),
			}),
			'it joins a line and the next one': (_, line) => ({
				commands: readScript(line.replaceAll('\n', ' ')).commands,
			}),
		};

		it.concurrent.each(Object.entries(faults))('%s', async (_, fault) => {
			const read = (line: string) => {
				const saw = readScript(line);
				return {...saw, ...fault(saw, line)};
			};
			const report = await hold({
				shell: 'bash',
				lineCount: 8000,
				shrinksMax: 0,
				findsMax: 1,
				read,
			});
			expect(report.finds.length).toBeGreaterThan(0);
		});
	});
});
