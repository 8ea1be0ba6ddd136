import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {methods} from '@agentclientprotocol/sdk';
import {expect, it} from 'vitest';
import {dialRecord, joinEngine, onlyRecord} from '../../helpers/engine-process.ts';
import {acpWorld, bye, callsIn, turnMs} from './acp-world.ts';
import {openEditor, type TestEditor} from './editor.ts';

/** The modes that the editor was told of since the session began. */
const modesTold = (editor: TestEditor, session: string) =>
	editor
		.updates(session)
		.flatMap(update =>
			update.sessionUpdate === 'current_mode_update' ? [update.currentModeId] : [],
		);

it(
	'a mode is announced, chosen as a mode or as an option, told when a screen changes it, and in “read only” nothing is run',
	turnMs,
	async () => {
		const run = (cmd: string) => ({type: 'call', name: 'unified_exec', input: {cmd}}) as const;
		const {place, model} = await acpWorld(run('touch read.txt'), bye, run('touch asked.txt'), bye);
		const editor = await openEditor({place});
		const {setMode, setConfigOption} = methods.agent.session;
		const {sessionId, modes, configOptions} = await editor.agent.request(
			methods.agent.session.new,
			{cwd: place.cwd, mcpServers: []},
		);
		expect(modes?.currentModeId).toBe('rules');
		expect(modes?.availableModes.map(({id}) => id)).toEqual(['rules', 'ask', 'read']);
		expect(configOptions?.[0]).toMatchObject({id: 'mode', category: 'mode', currentValue: 'rules'});

		editor.onAsk(() => 'allow-once');
		await editor.agent.request(setMode, {sessionId, modeId: 'read'});
		expect(await editor.prompt(sessionId, 'do it')).toBe('end_turn');
		expect(callsIn(editor.updates(sessionId))).toMatchObject([{status: 'failed'}]);
		expect(JSON.stringify(model.requests[1]?.messages)).toContain('only reads files now');
		expect(editor.asked()).toEqual([]);
		expect(existsSync(join(place.cwd, 'read.txt'))).toBe(false);

		const chosen = {sessionId, configId: 'mode', value: 'ask'};
		await editor.agent.request(setConfigOption, chosen);
		expect(await editor.prompt(sessionId, 'do the other')).toBe('end_turn');
		expect(editor.asked()).toHaveLength(1);
		expect(existsSync(join(place.cwd, 'asked.txt'))).toBe(true);

		const record = await onlyRecord(place);
		const joined = await joinEngine(dialRecord(record), record.token);
		joined.ok && joined.value.engine.dispatch({type: 'choose-mode', mode: 'rules'});
		await expect.poll(() => modesTold(editor, sessionId)).toEqual(['read', 'ask', 'rules']);
		const unknown = editor.agent.request(setMode, {sessionId, modeId: 'bypass'});
		await expect(unknown).rejects.toThrow(/bypass/);
	},
);
