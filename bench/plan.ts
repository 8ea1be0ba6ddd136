import type {AttachPlan} from './measure/attach.ts';
import type {TerminalPlan} from './measure/terminals.ts';

/** How often and how long each measurement runs. */
export type Plan = {
	readonly starts: number;
	readonly rounds: number;
	readonly keys: number;
	readonly streamingKeys: number;
	readonly tokens: number;
	readonly idle: {readonly settleMs: number; readonly windowMs: number};
	/**
	 * How often PageUp is pressed, and the messages of a session that is just long enough for that.
	 */
	readonly pages: number;
	readonly shortMessages: number;
	readonly longMessages: number;
	readonly terminals: TerminalPlan;
	readonly attach: AttachPlan;
	readonly sidecarMegabytes: number;
};

export const fullPlan: Plan = {
	starts: 8,
	rounds: 3,
	keys: 60,
	streamingKeys: 60,
	tokens: 1000,
	idle: {settleMs: 4000, windowMs: 10_000},
	pages: 30,
	shortMessages: 240,
	longMessages: 10_000,
	terminals: {megabytes: 100, frames: 600, commands: 60},
	attach: {times: 6, settleMs: 5000, windowMs: 60_000},
	sidecarMegabytes: 100,
};

/** Just enough to notice that something takes twice as long. */
export const quickPlan: Plan = {
	starts: 2,
	rounds: 1,
	keys: 25,
	streamingKeys: 20,
	tokens: 200,
	idle: {settleMs: 1000, windowMs: 2000},
	pages: 12,
	shortMessages: 120,
	longMessages: 10_000,
	terminals: {megabytes: 10, frames: 200, commands: 10},
	attach: {times: 2, settleMs: 5000, windowMs: 2000},
	sidecarMegabytes: 20,
};
