import {isJsonObject, type Json} from './json.ts';

/** A step of the plan that a model shows, and how far it is. */
export type PlanStep = {
	readonly step: string;
	readonly status: 'pending' | 'in_progress' | 'completed';
};

export const planTool = 'update_plan';

/** The plan in the arguments of a call of `update_plan`; null if the call is of another tool. */
export function planOf({tool, input}: {readonly tool: string; readonly input: Json}) {
	return tool === planTool && isJsonObject(input) ? readPlan(input['plan']) : null;
}

const statuses: readonly unknown[] = ['pending', 'in_progress', 'completed'];

/** Returns null if this is no list of steps. */
export function readPlan(plan: Json | undefined): readonly PlanStep[] | null {
	if (!Array.isArray(plan)) {
		return null;
	}
	const isStep = (one: Json) =>
		isJsonObject(one) && typeof one['step'] === 'string' && statuses.includes(one['status']);
	return plan.every(isStep) ? (plan as unknown as readonly PlanStep[]) : null;
}
