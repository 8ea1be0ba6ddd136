import {expect, it} from 'vitest';
import {recordsOf} from '../../helpers/engine-process.ts';
import {acpWorld, bye, turnMs} from './acp-world.ts';
import {openEditor} from './editor.ts';

/** Runs this code in the program, as a package of ours might. */
const within = (code: string) => ({
	NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`if(process.argv[2]==='acp'){${code}}`)}`,
});

const isProtocol = (line: string) => {
	try {
		return JSON.parse(line).jsonrpc === '2.0';
	} catch {
		return false;
	}
};

const linesOf = (text: string) => text.split('\n').filter(line => line !== '');

it(
	'the answer that names a session comes before everything about it, and the editor is not told its own words',
	turnMs,
	async () => {
		const {place} = await acpWorld(bye);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		await editor.prompt(sessionId, 'hello');
		const first = linesOf(editor.out()).find(line => line.includes(sessionId));
		expect(JSON.parse(first!)).toMatchObject({result: {sessionId}});
		const kinds = editor.updates(sessionId).map(({sessionUpdate}) => sessionUpdate);
		expect(kinds).not.toContain('user_message_chunk');
		expect(kinds).toContain('agent_message_chunk');
	},
);

it('words that anything else prints to stdout go to stderr', turnMs, async () => {
	const {place} = await acpWorld(bye);
	const stray =
		"process.on('SIGUSR2',()=>{console.log('a stray line');process.stdout.write('and bytes')})";
	const editor = await openEditor({place, env: within(stray)});
	const {sessionId} = await editor.begin();
	process.kill(editor.pid, 'SIGUSR2');
	expect(await editor.prompt(sessionId, 'hello')).toBe('end_turn');
	expect(editor.err()).toContain('a stray line');
	expect(linesOf(editor.out()).filter(line => !isProtocol(line))).toEqual([]);
});

it('a crash of the program prints to stderr alone, and its session goes on', turnMs, async () => {
	const {place} = await acpWorld({type: 'hang'});
	const crash = "process.on('SIGUSR2',()=>{throw new Error('a planted crash')})";
	const editor = await openEditor({place, env: within(crash)});
	const {sessionId} = await editor.begin();
	const ended = editor.prompt(sessionId, 'hello').then(
		() => 'answered',
		() => 'lost',
	);
	await expect.poll(() => editor.words(sessionId)).toContain('I start.');
	process.kill(editor.pid, 'SIGUSR2');
	expect(await ended).toBe('lost');
	await expect.poll(editor.err).toContain('a planted crash');
	expect(linesOf(editor.out()).filter(line => !isProtocol(line))).toEqual([]);
	expect(recordsOf(place)).toMatchObject([{session: sessionId}]);
});

it(
	'when the process of its session dies, a prompt fails in words, and the session can be loaded again',
	turnMs,
	async () => {
		const {place} = await acpWorld({type: 'hang'});
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const ended = editor.prompt(sessionId, 'hello').catch((error: Error) => error.message);
		await expect.poll(() => editor.words(sessionId)).toContain('I start.');
		process.kill(recordsOf(place)[0]!.pid, 'SIGKILL');
		expect(await ended).toContain('has stopped');
		await expect(editor.prompt(sessionId, 'x')).rejects.toThrow(/not open here/);
		await editor.agent.request('session/load', {sessionId, cwd: place.cwd, mcpServers: []});
		expect(editor.words(sessionId)).toContain('I start.');
	},
);
