import {describe, expect, it} from 'vitest';
import type {Person} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

/** The same call in the ways in which models write it as text, each with a mistake of its kind. */
const written: readonly [format: string, text: string, mended: string | null][] = [
	[
		'Hermes with single quotes',
		`<tool_call>\n{"name": "unified_exec", "arguments": {'cmd': 'echo repaired'}}\n</tool_call>`,
		`mended: JSON: {'cmd': 'echo repaired'} → {"cmd":"echo repaired"}`,
	],
	[
		'Qwen3-Coder with another name of the tool',
		'<tool_call>\n<function=bash>\n<parameter=command>\necho repaired\n</parameter>\n</function>\n</tool_call>',
		'mended: tool name: bash → unified_exec',
	],
	[
		'DeepSeek DSML with the other name of the command',
		'<｜DSML｜function_calls>\n<｜DSML｜invoke name="unified_exec">\n<｜DSML｜parameter name="command" string="true">echo repaired</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
		'mended: parameter name: command → cmd',
	],
	[
		'Mistral with a command that is wrapped twice',
		`[TOOL_CALLS][{"name": "unified_exec", "arguments": {"cmd": "{\\"cmd\\": \\"echo repaired\\"}"}}]`,
		'mended: doubled cmd',
	],
	[
		'Kimi, well-formed',
		'<|tool_calls_section_begin|><|tool_call_begin|>functions.unified_exec:0<|tool_call_argument_begin|>{"cmd": "echo repaired"}<|tool_call_end|><|tool_calls_section_end|>',
		null,
	],
	['a bash block', '<bash>\necho repaired\n</bash>', 'mended: tool name: bash → unified_exec'],
];

describe('a model that writes its calls as text', () => {
	it.each(written)(
		'as %s: the card says what was mended, and it runs once',
		async (_, text, mended) => {
			const {agent, upstream} = await openRepair();
			write(await upstream.next(), `I print a word.\n\n${text}`);
			await agent.see('Esc later');
			if (mended !== null) {
				expect(agent.screen()).toContain(mended);
			}
			expect(agent.screen()).toContain('echo repaired');
			expect(agent.screen()).not.toMatch(/tool_call|DSML|TOOL_CALLS|<bash>/);
			await agent.answer('y');
			const next = await upstream.next();
			expect(JSON.stringify(next.body.messages.at(-1))).toContain('repaired');
			write(next, 'It is printed.');
			await agent.see('It is printed.');
			expect(startedTools(agent)).toBe(1);
		},
	);

	it('with an empty command, it is shown what was wrong, the model is told, and tries again', async () => {
		const {agent, upstream} = await openRepair();
		write(
			await upstream.next(),
			'<tool_call>\n{"name": "unified_exec", "arguments": {"cmd": ""}}\n</tool_call>',
		);
		const next = await upstream.next();
		await agent.see('"cmd" is empty');
		expect(next.body.messages.at(-1).content).toContain('\\"cmd\\" is empty: it needs the command');
		write(next, 'I give up.');
		await agent.see('I give up.');
		expect(startedTools(agent)).toBe(0);
	});

	it('and never gets it right, the turn ends with a word about other models', async () => {
		const {agent, upstream} = await openRepair();
		upstream.always(asked => write(asked, '<tool_call>\n{"name": "unified_exec"\n</tool_call>'));
		await agent.see('/model');
		await agent.idle();
		expect(upstream.seen()).toBe(4);
		expect(startedTools(agent)).toBe(0);
	});

	it('and breaks off in the middle of one, nothing of it is run', async () => {
		const {agent, upstream} = await openRepair();
		const first = await upstream.next();
		first.say(
			'I clean up.\n\n<tool_call>\n{"name": "unified_exec", "arguments": {"cmd": "rm -rf bui',
		);
		await agent.see('I clean up.');
		first.reset();
		write(await upstream.next(), 'I stay away from it.');
		await agent.see('I stay away from it.');
		expect(agent.screen()).not.toContain('rm -rf');
		expect(startedTools(agent)).toBe(0);
	});

	it('slowly, its words stand there at once, and Esc ends the waiting', async () => {
		const {agent, upstream} = await openRepair();
		const first = await upstream.next();
		first.say('One moment please. ');
		await agent.see('One moment please.');
		first.say('\n\n<tool_call>\n{"name": "unified');
		await agent.see(/\d+ s/);
		agent.press('Escape');
		await agent.see('⊘ interrupted');
		await agent.idle();
		expect(startedTools(agent)).toBe(0);
	});

	it('only in words about commands, nothing is asked and nothing runs', async () => {
		const {agent, upstream} = await openRepair();
		write(
			await upstream.next(),
			'I removed it with `rm -rf build`. Such a call looks like this:\n\n```\n<tool_call>\n{"name": "unified_exec", "arguments": {"cmd": "rm -rf build"}}\n</tool_call>\n```\n\nSee https://a.test/x. Let me know what is next.',
		);
		await agent.see('Let me know what is next.');
		await agent.idle();
		expect(agent.screen()).not.toContain('Esc later');
		expect(upstream.seen()).toBe(1);
	});

	it('and asks for more rights, the person is asked, and the answer goes back', async () => {
		const {agent, upstream} = await openRepair();
		write(
			await upstream.next(),
			'<require_escalation>\n<command>apt update</command>\n<reason>needs root</reason>\n</require_escalation>',
		);
		await agent.see('reason given: needs root');
		await agent.answer('n');
		const next = await upstream.next();
		expect(next.body.messages.at(-1).content).toContain('did not allow');
		write(next, 'Then not.');
		await agent.see('Then not.');
		expect(startedTools(agent)).toBe(0);
	});
});

describe('the tour', () => {
	it('has a step in which a broken call is mended on its card', async () => {
		const agent = openRobot();
		agent.say('tour 4');
		await agent.see('Esc later');
		expect(agent.screen()).toContain('mended: ');
		expect(agent.screen()).toContain('parameter name: script → cmd');
		expect(agent.screen()).not.toContain('<tool_call>');
		await agent.answer('y');
		await agent.see('Press Tab, or say tour');
		await agent.idle();
	});
});

async function openRepair() {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({place});
	agent.say('please act');
	return {agent, upstream};
}

/** In pieces of a few letters, as models do. */
function write(asked: Asked, text: string): void {
	for (let at = 0; at < text.length; at += 6) {
		asked.say(text.slice(at, at + 6));
	}
	asked.finish();
}

function startedTools({place}: Person): number {
	return journalOf(place).filter(event => event.type === 'tool.started').length;
}
