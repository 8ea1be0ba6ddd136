import type {TerminalPlan} from './measure/terminals.ts';

/** How often and how long everything is measured. */
export type Plan = {
	readonly starts: number;
	readonly rounds: number;
	readonly keys: number;
	readonly streamingKeys: number;
	readonly tokens: number;
	readonly idle: {readonly settleMs: number; readonly windowMs: number};
	/** PageUps, and the messages of a session that has just enough for them. */
	readonly pages: number;
	readonly shortMessages: number;
	readonly longMessages: number;
	readonly terminals: TerminalPlan;
};

export const fullPlan: Plan = {
	starts: 10,
	rounds: 3,
	keys: 80,
	streamingKeys: 80,
	tokens: 1000,
	idle: {settleMs: 4000, windowMs: 10_000},
	pages: 30,
	shortMessages: 240,
	longMessages: 10_000,
	terminals: {megabytes: 300, frames: 600, commands: 60},
};

/** Enough to see that something became twice as slow. */
export const quickPlan: Plan = {
	starts: 3,
	rounds: 1,
	keys: 30,
	streamingKeys: 25,
	tokens: 200,
	idle: {settleMs: 1000, windowMs: 2000},
	pages: 12,
	shortMessages: 120,
	longMessages: 10_000,
	terminals: {megabytes: 30, frames: 200, commands: 20},
};
