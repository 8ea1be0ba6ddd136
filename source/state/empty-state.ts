import {noHops} from './hops.ts';
import {noProject} from './project.ts';
import type {State} from './state.ts';

/** The state before the first event. */
export const emptyState: State = {
	session: {
		id: null,
		cwd: '',
		home: '',
		version: '',
		startedAt: 0,
		title: '',
		provider: '',
		effort: 'default',
		mode: 'rules',
		model: '',
	},
	chat: {
		items: [],
		earlier: 0,
		queue: [],
		turn: null,
		parked: [],
		usage: {inputTokens: 0, outputTokens: 0},
		unreported: 0,
		contextTokens: 0,
		fixedTokens: 0,
		compactedToTokens: null,
		windowTokens: 0,
		cost: {usd: 0, unpriced: 0},
	},
	calls: new Map(),
	grants: [],
	rules: [],
	writtenRules: [],
	settingsProblem: null,
	changes: [],
	terminals: [],
	survivors: [],
	hops: noHops,
	project: noProject,
	proxy: {status: 'off'},
	incidents: [],
	models: [],
	offeredTools: [],
	mcpServers: [],
	notices: [],
};
