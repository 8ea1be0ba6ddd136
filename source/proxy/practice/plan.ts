import type {NeutralRequest} from '../neutral.ts';
import {answerFrom} from './answers.ts';
import {type Conversation, readConversation} from './conversation.ts';
import {introduction, type Plan, type PracticeRule, type RuleContext} from './rule.ts';
import {fileRules} from './rules-files.ts';
import {talkRules} from './rules-talk.ts';
import {terminalRules} from './rules-terminal.ts';
import {tourAnswer, tourRules} from './rules-tour.ts';
import {createToolCaller, type ToolCaller} from './tool-caller.ts';

export const rules: readonly PracticeRule[] = [
	...tourRules,
	...terminalRules,
	...fileRules,
	...talkRules,
];

/**
 * Decides what the practice model says next: it answers from results if there are any, otherwise by
 * the first rule that matches the user's last message. Pure: equal conversations give equal plans.
 */
export function planAnswer(request: NeutralRequest): Plan {
	const conversation = readConversation(request);
	if (conversation.results.length > 0) {
		const said = conversation.results.map(answerFrom);
		const failures = conversation.results.flatMap(({outcome}) => outcome.failure ?? []);
		const isRefused = failures.some(({kind}) => kind === 'denied');
		const next =
			failures.length === 0 || isRefused
				? tourAnswer(conversation.words, isRefused ? 'refused' : 'done')
				: null;
		return {say: next ?? said.join('\n\n')};
	}
	const plan = planByRules(conversation, createToolCaller(request.tools));
	return conversation.isFirst && !plan.introduced
		? {...plan, say: `${introduction}\n\n${plan.say}`}
		: plan;
}

function planByRules({words, session}: Conversation, toolCaller: ToolCaller): Plan {
	const view: RuleContext = {toolCaller, session, help: () => helpText(toolCaller)};
	for (const rule of rules) {
		const found = rule.pattern.exec(words);
		const plan = found && rule.plan(found, view);
		if (plan) {
			return plan;
		}
	}
	const reason =
		words === ''
			? 'You have not said anything yet.'
			: 'None of my rules fits that, and I can’t understand it as a language model would.';
	return {say: `${reason} ${introduction}\n\n${view.help()}`, introduced: true};
}

/** Lists what a person can ask, as far as the offered tools allow it. */
function helpText(toolCaller: ToolCaller): string {
	const view: RuleContext = {toolCaller, session: 'example', help: () => ''};
	const lines = [...tourRules, ...fileRules, ...terminalRules, ...talkRules]
		.filter(rule => !hiddenRules.includes(rule.name))
		.map(rule => ({rule, example: rule.examples[0]!}))
		.filter(({rule, example}) => isPossible(rule, example, view))
		.map(({example}) => `- ${example}`);
	return ['You can try:', ...lines].join('\n');
}

/** Rules that the help leaves out: they need a running terminal, or say the same as the help. */
const hiddenRules: readonly string[] = [
	'command',
	'interrupt',
	'check',
	'close',
	'type',
	'create',
	'edit',
	'help',
	'greeting',
	'thanks',
	'fail',
];

function isPossible(rule: PracticeRule, example: string, view: RuleContext): boolean {
	const found = rule.pattern.exec(example);
	const plan = found && rule.plan(found, view);
	return Boolean(plan && (plan.call || talkRules.includes(rule)));
}
