import {expect, it} from 'vitest';
import {planOf} from '../../source/events/plan.ts';
import {checkInput} from '../../source/tools/check-input.ts';
import {updatePlan} from '../../source/tools/update-plan.ts';
import {tools} from './tool-harness.ts';

const plan = [
	{step: 'read the code', status: 'completed'},
	{step: 'write\nthe test', status: 'in_progress'},
	{step: 'run it', status: 'pending'},
];

it('says how far the plan is, and asks nobody', async () => {
	const {context, result} = tools();
	expect(updatePlan.summary({plan})).toBe('1 of 3 steps done, now: write␊the test');
	expect(updatePlan.summary({plan: plan.slice(0, 1)})).toBe('1 of 1 step done');
	expect(updatePlan.scope({plan}, context)).toBeNull();
	expect(await result('update_plan', {plan})).toEqual({success: true});
});

it.each([
	[{}],
	[{plan: 'all of it'}],
	[{plan: [{step: 'x', status: 'nearly'}]}],
	[{plan: [{status: 'pending'}]}],
])('%j is no plan, and is shown as the call that it is', input => {
	expect(checkInput(updatePlan.parameters, input).ok).toBe(false);
	expect(planOf({tool: 'update_plan', input})).toBeNull();
});

it('a plan of very many steps goes back to the model', () => {
	const many = Array.from({length: 51}, () => ({step: 'x', status: 'pending'}));
	expect(updatePlan.problem?.({plan: many})).toContain('50 steps');
	expect(updatePlan.problem?.({plan})).toBeNull();
});
