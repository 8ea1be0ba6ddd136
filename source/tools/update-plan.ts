import {localHost} from '../events/ids.ts';
import {planTool, readPlan} from '../events/plan.ts';
import {inOneLine} from './summary.ts';
import {succeed, type Tool} from './tool.ts';

const stepsMax = 50;

export const updatePlan: Tool = {
	name: planTool,
	description:
		'Shows the user the plan of a task with several steps, and how far it is. Send all steps each time; at most one is in_progress.',
	parameters: {
		type: 'object',
		properties: {
			plan: {
				type: 'array',
				description: 'The steps in their order.',
				items: {
					type: 'object',
					properties: {
						step: {type: 'string', description: 'A few words.'},
						status: {type: 'string', enum: ['pending', 'in_progress', 'completed']},
					},
					required: ['step', 'status'],
				},
			},
			explanation: {type: 'string', description: 'Why the plan has changed, if it has.'},
		},
		required: ['plan'],
	},
	scope: () => null,
	summary: ({plan}) => planWords(readPlan(plan) ?? []),
	problem: ({plan}) =>
		(readPlan(plan) ?? []).length > stepsMax
			? `A plan of more than ${stepsMax} steps is no overview: name fewer, larger ones.`
			: null,
	host: () => localHost,
	isDoneHere: true,
	run: async () => succeed({}),
};

function planWords(steps: NonNullable<ReturnType<typeof readPlan>>): string {
	const done = steps.filter(({status}) => status === 'completed').length;
	const now = steps.find(({status}) => status === 'in_progress');
	const counted = `${done} of ${steps.length} ${steps.length === 1 ? 'step' : 'steps'} done`;
	return now ? `${counted}, now: ${inOneLine(now.step)}` : counted;
}
