import {
	chordOf,
	type FocusChange,
	type KeyPress,
	type MouseMove,
	type Paste,
} from '../../keys/key.ts';
import type {InputTools} from '../input/input-tools.ts';
import type {ActionRecord, FocusContext, RunAction} from './action.ts';
import {type Action, actions} from './actions.ts';
import {focusStack} from './focus.ts';

/**
 * Carries out the action that the key has in the highest context that knows it. A key without an
 * action is text.
 */
export function pressKey(tools: InputTools, key: KeyPress): void {
	const stack = focusStack(tools);
	if (!actOnKey(tools, stack, key)) {
		stack.find(context => context.type)?.type?.(tools, key);
	}
}

/**
 * Carries out an action that was chosen after the leader key, in a list, or with a command such as
 * `:q`.
 */
export function actOn(tools: InputTools, action: Action): void {
	const record: ActionRecord = actions[action];
	const run =
		globalRun(record) ??
		focusStack(tools)
			.map(context => runIn(record, context))
			.find(known => known !== null);
	if (!run || perform(tools, {record, run, key: null}) === false) {
		tools.flash('That does nothing here.');
	}
}

export function pasteText(tools: InputTools, {text, raw}: Paste): void {
	const stack = focusStack(tools);
	stack.find(context => context.paste)?.paste?.(tools, text, raw);
}

/**
 * Passes an event of the mouse or the window's focus to the highest context. Returns false if that
 * context has no use for it.
 */
export function point(tools: InputTools, input: MouseMove | FocusChange): boolean {
	return focusStack(tools)[0]?.point?.(tools, input) ?? false;
}

function actOnKey(tools: InputTools, stack: readonly FocusContext[], key: KeyPress): boolean {
	const found = resolve(tools, stack, key);
	if (!found) {
		return false;
	}
	const {action, at} = found;
	const record: ActionRecord = actions[action];
	for (const [index, context] of stack.slice(0, at + 1).entries()) {
		const isAbove = index < at;
		if (context.first?.(tools, key) || (isAbove && context.yields?.(tools, action))) {
			return true;
		}
		const run = isAbove ? ownRun(record, context) : runOf(record, context);
		if (run && perform(tools, {record, run, key}) !== false) {
			return true;
		}
	}
	return false;
}

function perform(
	tools: InputTools,
	{record, run, key}: {record: ActionRecord; run: RunAction; key: KeyPress | null},
): unknown {
	const reason = record.unless?.(tools) ?? null;
	return reason === null ? run(tools, key) : tools.flash(reason);
}

/** Finds the action of the chord in the highest context that has one. */
function resolve(
	{keymap}: InputTools,
	stack: readonly FocusContext[],
	key: KeyPress,
): {readonly action: Action; readonly at: number} | null {
	const chord = chordOf(key);
	const left = new Set(stack.flatMap(context => context.without ?? []));
	for (const [at, {keys}] of stack.entries()) {
		const action = keys === null ? null : keymap.resolve([keys], chord);
		if (action && !left.has(action)) {
			return {action, at};
		}
	}
	return null;
}

/**
 * The function to run for the action in this context. If the action is one of the whole program, it
 * works in any context, because the user may have given it a chord there.
 */
function runOf(record: ActionRecord, context: FocusContext): RunAction | null {
	return runIn(record, context) ?? globalRun(record);
}

function runIn(record: ActionRecord, context: FocusContext): RunAction | null {
	return typeof record.run === 'function'
		? context.keys !== null && context.keys in record.keys
			? record.run
			: null
		: ownRun(record, context);
}

function ownRun({run}: ActionRecord, {name}: FocusContext): RunAction | null {
	return typeof run === 'function' ? null : (run[name] ?? null);
}

function globalRun({run, keys, isOffered}: ActionRecord): RunAction | null {
	if (typeof run !== 'function') {
		return run.global ?? null;
	}
	return isOffered || 'global' in keys || 'leader' in keys ? run : null;
}
