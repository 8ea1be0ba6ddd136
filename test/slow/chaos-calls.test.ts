import {describe, expect, test} from 'vitest';
import {waitingCalls} from '../../source/state/select.ts';
import {type FaultWord, faultOf} from '../../source/watchdog/faults.ts';
import {type Chaos, openChaos} from '../helpers/chaos.ts';

/** A model that writes this, whatever it is asked, until the fault is seen. */
async function writeUntil(chaos: Chaos, fault: FaultWord, text: string): Promise<void> {
	chaos.upstream.always(asked => {
		asked.say(text);
		asked.finish();
	});
	const isSeen = () => chaos.incidents().some(one => one.fault === faultOf(fault).id);
	for (let count = 0; count < 8 && !isSeen(); count += 1) {
		chaos.say('go on');
		await chaos.idle();
	}
}

describe('a model whose calls can not be read, again and again, is told of', () => {
	const cases: readonly [string, FaultWord, string, object][] = [
		[
			'C1: calls of explore_agent',
			'exploreAgentAsText',
			'<explore_agent>look around</explore_agent>',
			{evidence: {code: 'explore-agent', count: 3}},
		],
		[
			'C3: calls in an unknown format',
			'unknownFormat',
			'<tool_call>{"what": "the files"}</tool_call>',
			{evidence: {code: 'unknown-format', count: 5}},
		],
		[
			'C6: empty commands',
			'emptyCommand',
			'<tool_call>{"name": "unified_exec", "arguments": {"cmd": ""}}</tool_call>',
			{evidence: {signal: 'call.empty', count: 3}},
		],
		['C7: calls that are one brace', 'bareBrace', '{', {evidence: {code: 'bare-brace', count: 3}}],
		[
			'C8: bash blocks without a command',
			'bashWithoutCommand',
			'<bash></bash>',
			{evidence: {code: 'bash-empty', count: 3}},
		],
		[
			'C10: the same call asked back again and again',
			'askedBackAgain',
			'<tool_call>{"name": "read_file", "arguments": {"wrong": true}}</tool_call>',
			{evidence: {signal: 'call.asked-back', count: 5}},
		],
	];

	test.each(cases)(
		'%s',
		async (_, fault, text, expected) => {
			const chaos = await openChaos();
			await writeUntil(chaos, fault, text);
			expect(await chaos.incident(fault)).toMatchObject({
				action: {type: 'alert'},
				status: {outcome: 'told'},
				...expected,
			});
			expect(chaos.notices()).toContain('/model');
		},
		120_000,
	);

	test('C5: commands that are not commands, and what was learned is forgotten', async () => {
		const chaos = await openChaos();
		let count = 0;
		chaos.upstream.always(asked => {
			count += 1;
			if (count <= 3) {
				asked.say('<tool_call>{"name": "unified_exec", "arguments": {"cmd": "{"}}</tool_call>');
				asked.finish();
			} else if (asked.body.messages.at(-1).role === 'user') {
				asked.call({id: 'c1', name: 'list_pty_sessions', arguments: '{}'});
				asked.finish({reason: 'tool_calls'});
			} else {
				asked.say('well');
				asked.finish();
			}
		});
		chaos.say('go on');
		await chaos.incident('suspiciousCommand', 'verifying');
		await chaos.idle();
		chaos.say('and now?');
		expect(await chaos.incident('suspiciousCommand')).toMatchObject({
			action: {type: 'clear-caps'},
			evidence: {count: 3},
			status: {outcome: 'verified'},
			after: 'The next call of scripted/m could be read.',
		});
	});

	test('C2: a model that keeps asking for more rights', async () => {
		const chaos = await openChaos();
		const text = '<require_escalation>sudo reboot</require_escalation>';
		await writeUntil(chaos, 'rightsAskedAgain', text);
		expect(await chaos.incident('rightsAskedAgain')).toMatchObject({
			evidence: {count: 5},
			status: {outcome: 'told'},
		});
	});
});

describe('a call that could be mended is asked about, run as it was meant, and counted', () => {
	const cases: readonly [string, FaultWord, string][] = [
		[
			'C4: a command wrapped twice',
			'wrappedTwice',
			'<tool_call>{"name": "unified_exec", "arguments": {"cmd": "{\\"cmd\\": \\"echo mended\\"}"}}</tool_call>',
		],
		[
			'C9: DSML with the other name of a parameter',
			'dsmlAlias',
			'<｜DSML｜function_calls><｜DSML｜invoke name="unified_exec"><｜DSML｜parameter name="command" string="true">echo mended</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
		],
	];

	test.each(cases)(
		'%s',
		async (_, fault, text) => {
			const chaos = await openChaos({hasPerson: true});
			let count = 0;
			chaos.upstream.always(asked => {
				count += 1;
				asked.say(count === 1 ? text : 'done');
				asked.finish();
			});
			chaos.say('go on');
			const {
				dispatch,
				parts: {store},
			} = chaos.engine;
			const waiting = () => waitingCalls(store.state())[0];
			await expect.poll(() => waiting()?.summary).toBe('echo mended');
			dispatch({type: 'answer', call: waiting()!.id, verdict: {type: 'once'}});
			await chaos.idle(60_000);
			const [call] = [...store.state().calls.values()];
			expect(call).toMatchObject({
				mended: expect.any(String),
				status: {type: 'ended', outcome: {status: 'ok'}},
			});
			expect(await chaos.incident(fault)).toMatchObject({
				action: {what: 'mend'},
				status: {outcome: 'verified'},
			});
		},
		120_000,
	);
});

test('plain answers, questions and how-to texts raise nothing', async () => {
	const chaos = await openChaos();
	const texts = [
		'Let me know whether `rm -rf build` is what you want.',
		'See https://example.com for more.',
		'You would write <tool_call>{"name": "x"}</tool_call> in such a prompt, as in `<bash>ls</bash>`.',
		'HTTP 500, Connection refused, Address already in use: that is what the log said.',
	];
	let count = 0;
	chaos.upstream.always(asked => {
		asked.say(texts[count % texts.length] ?? '');
		asked.finish();
		count += 1;
	});
	for (const _ of texts) {
		chaos.say('and?');
		await chaos.idle();
	}
	expect(chaos.incidents()).toEqual([]);
});

test('the model can look at what has happened to it', async () => {
	const chaos = await openChaos();
	await writeUntil(
		chaos,
		'emptyCommand',
		'<tool_call>{"name": "unified_exec", "arguments": {"cmd": ""}}</tool_call>',
	);
	await chaos.incident('emptyCommand');
	let report = '';
	chaos.upstream.always(asked => {
		const last = asked.body.messages.at(-1);
		if (last.role === 'user') {
			asked.call({id: 'c9', name: 'incident_report', arguments: '{}'});
			asked.finish({reason: 'tool_calls'});
		} else {
			report = last.content;
			asked.say('I see');
			asked.finish();
		}
	});
	chaos.say('what went wrong?');
	await chaos.idle();
	expect(JSON.parse(report)).toMatchObject({
		success: true,
		watching: true,
		incidents: [{fault: 'C6', decided_by: 'rule', status: 'told'}],
	});
});
