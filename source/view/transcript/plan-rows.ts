import {type PlanStep, planOf} from '../../events/plan.ts';
import type {ToolCall} from '../../state/state.ts';
import {drawn} from '../drawn.ts';
import type {Paint} from '../theme.ts';
import {indented, textRows} from './text-rows.ts';

/** Draws the steps of a plan with their states; null if the call shows no plan. */
export function planRows(
	call: ToolCall,
	{paint, width}: {readonly paint: Paint; readonly width: number},
): readonly string[] | null {
	const steps = planOf(call);
	return (
		steps?.flatMap(step => {
			const {sign, token} = looks(step, paint);
			const open = paint.open(token);
			const text = drawn(step.step.replaceAll('\n', ' '), paint);
			return indented(
				textRows(text, {width: Math.max(1, width - 2), open}),
				`${paint.style(token, sign)} `,
			);
		}) ?? null
	);
}

function looks({status}: PlanStep, {glyphs}: Paint) {
	switch (status) {
		case 'completed':
			return {sign: glyphs.ok, token: 'text.dim'} as const;
		case 'in_progress':
			return {sign: glyphs.running, token: 'text.strong'} as const;
		case 'pending':
			return {sign: glyphs.separator, token: 'text'} as const;
	}
}
