import {isJsonObject, type Json} from './json.ts';

/** A step of the plan that the model shows to the person. */
export type PlanStep = {
	readonly step: string;
	readonly status: 'pending' | 'in_progress' | 'completed';
};

export const planTool = 'update_plan';

/** Reads the plan from the arguments of an `update_plan` call; null for calls of other tools. */
export function planOf({tool, input}: {readonly tool: string; readonly input: Json}) {
	return tool === planTool && isJsonObject(input) ? readPlan(input['plan']) : null;
}

const statuses: readonly unknown[] = ['pending', 'in_progress', 'completed'];

/** Returns null if the value is no valid list of steps. */
export function readPlan(plan: Json | undefined): readonly PlanStep[] | null {
	if (!Array.isArray(plan)) {
		return null;
	}
	const isStep = (one: Json) =>
		isJsonObject(one) && typeof one['step'] === 'string' && statuses.includes(one['status']);
	return plan.every(isStep) ? (plan as unknown as readonly PlanStep[]) : null;
}
