import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {methods} from '@agentclientprotocol/sdk';
import {expect, it} from 'vitest';
import {recordsOf} from '../../helpers/engine-process.ts';
import {acpWorld, bye, callsIn, turnMs} from './acp-world.ts';
import {openEditor} from './editor.ts';

it(
	'a prompt carries the text of files that are not saved, never of one that holds secrets, and what the editor embeds',
	turnMs,
	async () => {
		const {place, model} = await acpWorld(bye);
		const path = (name: string) => join(place.cwd, name);
		const editor = await openEditor({
			place,
			capabilities: {fs: {readTextFile: true}},
			buffers: {[path('notes.txt')]: 'one\nDEUX\n', [path('.env')]: 'COLOUR=unsaved-blue'},
		});
		const {sessionId} = await editor.begin();
		const link = (name: string) => ({
			type: 'resource_link' as const,
			name,
			uri: pathToFileURL(path(name)).href,
		});
		const embedded = {uri: 'file:///elsewhere/given.txt', text: 'given ``` text'};
		await editor.prompt(sessionId, [
			{type: 'text', text: 'Read '},
			link('notes.txt'),
			{type: 'text', text: ' and '},
			link('.env'),
			{type: 'resource', resource: embedded},
		]);
		const said = JSON.stringify(model.requests[0]?.messages);
		expect(said).toContain('Read notes.txt and .env');
		expect(said).toContain('DEUX');
		expect(said).toContain('not saved');
		expect(said).not.toContain('COLOUR=unsaved-blue');
		expect(said).toContain('````\\ngiven ``` text\\n````');
		await expect(
			editor.prompt(sessionId, [{type: 'image', data: 'AA==', mimeType: 'image/png'}]),
		).rejects.toThrow(/only PNG, JPEG/);
		expect(model.requests).toHaveLength(1);
	},
);

it('the image of a prompt reaches the model, also with a later prompt', turnMs, async () => {
	const {place, model} = await acpWorld(bye, bye);
	const editor = await openEditor({place});
	const {sessionId} = await editor.begin();
	const data = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
	await editor.prompt(sessionId, [
		{type: 'text', text: 'What is this?'},
		{type: 'image', data, mimeType: 'image/png'},
	]);
	await editor.prompt(sessionId, 'And now?');
	for (const {messages} of model.requests) {
		expect(JSON.stringify(messages)).toContain(`"url":"data:image/png;base64,${data}"`);
		expect(JSON.stringify(messages)).toMatch(/What is this\?\\n\\n\[image [0-9a-f]{32}\.png\]/);
	}
	expect(model.requests).toHaveLength(2);
});

it(
	'a prompt with a secret ends as any other, and neither the answer nor a later load shows the secret',
	turnMs,
	async () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const {place} = await acpWorld({type: 'text', text: `You said ${secret} to me.`});
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		expect(await editor.prompt(sessionId, `keep ${secret}`)).toBe('end_turn');
		expect(editor.words(sessionId)).toMatch(/You said ‹redacted:.*› to me\./);
		await editor.agent.request(methods.agent.session.load, {
			sessionId,
			cwd: place.cwd,
			mcpServers: [],
		});
		expect(JSON.stringify(editor.updates(sessionId))).toContain('user_message_chunk');
		expect(editor.out()).not.toContain(secret);
	},
);

it(
	'a second prompt gives the first one up: its question is taken back, it ends as cancelled, and the second one runs',
	turnMs,
	async () => {
		const {place} = await acpWorld(
			{type: 'call', name: 'unified_exec', input: {cmd: 'touch first.txt'}},
			bye,
		);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const takenBack = Promise.withResolvers<void>();
		editor.onAsk((_, signal) => {
			signal.addEventListener('abort', () => takenBack.resolve());
			return takenBack.promise.then(() => ({outcome: 'cancelled' as const}));
		});
		const first = editor.prompt(sessionId, 'do it');
		await expect.poll(() => editor.asked().length).toBe(1);
		const second = editor.prompt(sessionId, 'never mind');
		expect(await first).toBe('cancelled');
		expect(await second).toBe('end_turn');
		expect(existsSync(join(place.cwd, 'first.txt'))).toBe(false);
		expect(editor.words(sessionId)).toContain('That is all.');
	},
);

it(
	'model and effort are choices of the session, and a choice that does not exist is refused',
	turnMs,
	async () => {
		const {place, model} = await acpWorld(bye);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const choose = (configId: string, value: string) =>
			editor.agent.request(methods.agent.session.setConfigOption, {sessionId, configId, value});
		const {configOptions} = await choose('model', 'scripted/second');
		const optionOf = (options: typeof configOptions, id: string) =>
			options.find(one => one.id === id);
		expect(optionOf(configOptions, 'model')).toMatchObject({currentValue: 'scripted/second'});
		const after = await choose('effort', 'low');
		expect(optionOf(after.configOptions, 'effort')).toMatchObject({
			category: 'thought_level',
			currentValue: 'low',
		});
		await expect(choose('effort', 'enormous')).rejects.toThrow(/enormous/);
		await editor.prompt(sessionId, 'hello');
		expect(model.requests[0]?.model).toBe('second');
	},
);

it(
	'slash commands are offered and answered without the model; those about our screen say so',
	turnMs,
	async () => {
		const {place, model} = await acpWorld(bye);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		const offered = () =>
			editor
				.updates(sessionId)
				.flatMap(update =>
					update.sessionUpdate === 'available_commands_update' ? update.availableCommands : [],
				)
				.map(({name}) => name);
		await expect.poll(offered).toContain('cost');
		expect(offered()).not.toContain('zoom');
		expect(await editor.prompt(sessionId, '/cost')).toBe('end_turn');
		expect(editor.words(sessionId)).toContain('Tokens in: 0');
		await editor.prompt(sessionId, '/zoom');
		expect(editor.words(sessionId)).toContain(`agent-tui attach ${sessionId}`);
		await editor.prompt(sessionId, '/undo');
		expect(editor.words(sessionId)).toContain('No file was changed');
		expect(model.requests).toHaveLength(0);
		await editor.prompt(sessionId, '/rules deny shell git push');
		expect(editor.words(sessionId)).toContain('deny shell git push');
		await editor.prompt(sessionId, '/rules allow shell touch');
		expect(editor.words(sessionId)).toContain('What is allowed for good is said on a screen');
		expect(readFileSync(join(place.home, 'config.json'), 'utf8')).not.toContain('touch');
		await editor.prompt(sessionId, '/no-such-command is told to the model');
		expect(model.requests).toHaveLength(1);
	},
);

it(
	'a provider that refuses is an error in words, and a junk line gets an error and breaks nothing',
	turnMs,
	async () => {
		const {place} = await acpWorld({type: 'status', status: 401});
		const editor = await openEditor({place});
		editor.raw('this is no JSON\n');
		const {sessionId} = await editor.begin();
		await expect(editor.prompt(sessionId, 'hello')).rejects.toThrow(/401|key|refused/i);
		await expect(editor.begin(join(place.cwd, 'not-there'))).rejects.toThrow(/no folder/);
		await expect(editor.prompt('20261119-000000-aaaaa', 'x')).rejects.toThrow(/not open here/);
		expect(await editor.quit()).toBe(0);
		const lines = editor.out().trim().split('\n');
		expect(lines.filter(line => JSON.parse(line).jsonrpc !== '2.0')).toEqual([]);
		expect(lines.some(line => line.includes('-32700'))).toBe(true);
	},
);

it(
	'with --inside the session ends with the editor, and a later editor goes on with it',
	turnMs,
	async () => {
		const {place} = await acpWorld(
			{
				type: 'call',
				name: 'edit_file',
				input: {path: 'notes.txt', old_string: 'x', new_string: 'y'},
			},
			bye,
		);
		const first = await openEditor({place, argv: ['--inside']});
		const {sessionId} = await first.begin();
		expect(await first.prompt(sessionId, 'hello')).toBe('end_turn');
		expect(callsIn(first.updates(sessionId))).toMatchObject([{kind: 'edit', status: 'failed'}]);
		expect(recordsOf(place)).toEqual([]);
		expect(await first.quit()).toBe(0);
		const second = await openEditor({place, argv: ['--inside']});
		const resumed = await second.agent.request(methods.agent.session.resume, {
			sessionId,
			cwd: place.cwd,
		});
		expect(resumed.configOptions).toHaveLength(3);
		expect(second.words(sessionId)).toBe('');
		expect(await second.prompt(sessionId, 'again')).toBe('end_turn');
		await second.agent.request(methods.agent.session.close, {sessionId});
		await expect(second.prompt(sessionId, 'x')).rejects.toThrow(/not open here/);
	},
);

it(
	'a plan of the model is a plan in the editor, also when the session is loaded again',
	turnMs,
	async () => {
		const plan = [
			{step: 'look', status: 'completed'},
			{step: 'mend', status: 'in_progress'},
		];
		const {place} = await acpWorld({type: 'call', name: 'update_plan', input: {plan}}, bye);
		const editor = await openEditor({place});
		const {sessionId} = await editor.begin();
		await editor.prompt(sessionId, 'do it');
		await editor.agent.request(methods.agent.session.load, {
			sessionId,
			cwd: place.cwd,
			mcpServers: [],
		});
		const plans = editor
			.updates(sessionId)
			.flatMap(update => (update.sessionUpdate === 'plan' ? [update.entries] : []));
		const entries = [
			{content: 'look', status: 'completed', priority: 'medium'},
			{content: 'mend', status: 'in_progress', priority: 'medium'},
		];
		expect(plans).toEqual([entries, entries]);
		expect(callsIn(editor.updates(sessionId))).toEqual([]);
	},
);
