import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {
	anyShell,
	callTool,
	fileMaker,
	type Habit,
	habits,
	type MakeCall,
	patch,
} from '../helpers/file-maker.ts';
import {isLong} from '../helpers/often.ts';
import {
	claudeCode,
	codex,
	geminiCli,
	installPackage,
	opencode,
	qwenCode,
	type RealClient,
	runClient,
} from '../helpers/real-clients.ts';
import {type Asked, startUpstream} from '../helpers/scripted-upstream.ts';
import {chatProvider, startProxy} from '../proxy/start-proxy.ts';

const clients = {codex, claudeCode, opencode, qwenCode, geminiCli};
const notHere = 'the client can not be installed here';

/** The others are left out where they go the same way: `LONG=1` tries all with every client. */
const fewHabits: readonly Habit[] = ['sends calls letter by letter', 'writes its calls as text'];

function habitsFor(name: string): readonly Habit[] {
	return isLong || name === 'opencode' ? (Object.keys(habits) as Habit[]) : fewHabits;
}

describe.each(Object.entries(clients))(
	'%s, through the proxy to a chat upstream',
	(name, client) => {
		let modules: string | null = null;
		beforeAll(async () => {
			modules = await installPackage(client);
		}, 300_000);

		test.for(habitsFor(name))('makes a file where it %s', async (habit, {skip}) => {
			skip(modules === null, notHere);
			await makesAFile(client, {modules: modules!, habit});
		});

		test.for([
			['the length', (asked: Asked) => asked.finish({reason: 'length'})],
			['a broken connection', (asked: Asked) => asked.reset()],
		] as const)('runs no call that was cut off by %s', async ([, cut], {skip}) => {
			skip(modules === null, notHere);
			await runsNoTrap(client, {modules: modules!, cut});
		});
	},
);

describe.each([
	['opencode', opencode],
	['qwenCode', qwenCode],
])('%s, where the answers are handed on as they are', (_, client) => {
	const toolCalls = 'native';

	test.for([
		'calls twice on one index, says “stop” and counts nothing',
		'leaves out ids and the last word',
	] as const)('makes a file where it %s', async (habit, {skip}) => {
		const modules = await installPackage(client);
		skip(modules === null, notHere);
		await makesAFile(client, {modules: modules!, habit, toolCalls});
	});

	test('runs no call that was cut off by the length', async ({skip}) => {
		const modules = await installPackage(client);
		skip(modules === null, notHere);
		const cut = (asked: Asked) => asked.finish({reason: 'length'});
		await runsNoTrap(client, {modules: modules!, cut, toolCalls});
	});
});

test('codex makes a file with its own free-text tool', async ({skip}) => {
	const modules = await installPackage(codex);
	skip(modules === null, notHere);
	await makesAFile(codex, {
		modules: modules!,
		habit: 'sends calls letter by letter',
		tool: patch,
		model: 'gpt-5.5',
	});
});

type More = {readonly model?: string; readonly toolCalls?: 'native'};

async function makesAFile(
	client: RealClient,
	{
		modules,
		habit,
		tool = anyShell,
		...more
	}: More & {modules: string; habit: Habit; tool?: MakeCall},
): Promise<void> {
	const maker = fileMaker(habit, tool);
	const ran = await runAgainst(client, {modules, ...more, answer: maker.answer});
	expect(read(join(ran.cwd, 'made.txt'))).toBe('made by a tool\n');
	if (habit.startsWith('calls twice')) {
		expect(read(join(ran.cwd, 'second.txt'))).toBe('made by a tool\n');
	}
	expect(endOf(ran.out)).toContain('All done here.');
	expect(ran.code, endOf(ran.err)).toBe(0);
}

/** The call is well-formed, so that only its end tells that it was cut. */
async function runsNoTrap(
	client: RealClient,
	{modules, cut, ...more}: More & {modules: string; cut: (asked: Asked) => void},
): Promise<void> {
	let trapped = 0;
	const ran = await runAgainst(client, {
		modules,
		...more,
		answer(asked) {
			const call = trapped < trapsMax ? anyShell(asked.body) : null;
			if (call) {
				trapped += 1;
				asked.say('I will.');
				callTool(asked, {...call('trap.txt'), number: trapped});
				setTimeout(() => cut(asked), 20);
			} else {
				asked.say('All done here.');
				asked.finish();
			}
		},
	});
	expect(trapped).toBeGreaterThan(0);
	expect(existsSync(join(ran.cwd, 'trap.txt')), endOf(ran.out)).toBe(false);
}

/** Clients ask again after a break, each as often as it likes. */
const trapsMax = 2;

async function runAgainst(
	client: RealClient,
	{
		modules,
		model = 'm',
		toolCalls,
		answer,
	}: More & {modules: string; answer: (asked: Asked) => void},
) {
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	const proxy = await startProxy({
		providers: [
			chatProvider(upstream.baseUrl, {models: [model], ...(toolCalls ? {toolCalls} : {})}),
		],
	});
	onTestFinished(() => proxy.close(0));
	upstream.always(answer);
	const address = {url: proxy.url, token: proxy.token, model};
	return await runClient(client, {modules, address, prompt: 'Make the file made.txt.'});
}

function read(path: string): string | null {
	return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** Enough to see why, and not all that a client says of itself. */
function endOf(text: string): string {
	return text.slice(-1500);
}
