import {alert, type FaultTable, minuteMs} from './fault.ts';

const proxy = 'slow/chaos-proxy.test.ts';
const upstream = 'slow/chaos-upstream.test.ts';
const guest = 'slow/chaos-guest.test.ts';
const codex = 'slow/launch-codex.test.ts';

const cooldownMs = 5 * minuteMs;

/** Faults of groups D (agents that were launched in a terminal) and E (files, keys and routes). */
export const guestFaults = {
	agentEnded: {
		id: 'D1',
		cooldownMs,
		name: 'the guest has ended by itself',
		signals: [{kind: 'guest.gone'}],
		action: alert('Its last words are in its terminal. Start it again with agent-tui launch.'),
		sample: {kind: 'guest.gone', code: 'SIGKILL'},
		provoked: {
			file: codex,
			title: 'a real Codex that is killed, and one that holds too much memory, are told of',
			outcome: 'told',
		},
	},
	agentMemoryHigh: {
		id: 'D2',
		cooldownMs,
		name: 'the guest holds too much memory',
		signals: [{kind: 'guest.memory-high'}],
		action: alert('Let it finish what it does, then end it and start it again.'),
		sample: {kind: 'guest.memory-high', note: '4.2 GB of 4'},
		provoked: {
			file: codex,
			title: 'a real Codex that is killed, and one that holds too much memory, are told of',
			outcome: 'told',
		},
	},
	agentStalled: {
		id: 'D3',
		cooldownMs,
		name: 'the guest waits and nothing comes',
		signals: [{kind: 'guest.stalled'}],
		action: {type: 'check-proxy'},
		sample: {kind: 'guest.stalled'},
		provoked: {
			file: 'watchdog/launched-agent.test.ts',
			title: 'for a request that nothing comes of',
			outcome: 'verified',
			why: 'on a clock that is moved by hand: in real time the silence of a provider (B5) and of the proxy (A4) are seen long before the five minutes are over',
		},
	},
	agentDatabaseDamaged: {
		id: 'D4',
		cooldownMs,
		name: "the guest's database is damaged",
		signals: [{kind: 'guest.database-broken'}],
		action: alert(
			'End the guest, set its state database aside (rename it, do not delete it), and start it again.',
		),
		sample: {kind: 'guest.database-broken'},
		provoked: {
			file: guest,
			title: 'D4: a guest whose database is damaged is told what to do',
			outcome: 'told',
		},
	},
	agentContextExceeded: {
		id: 'D5',
		cooldownMs,
		name: "the guest's conversation is too long for the model",
		signals: [{kind: 'guest.context-exceeded'}],
		action: alert('Compact the conversation in the guest, or begin a new one.'),
		sample: {kind: 'guest.context-exceeded'},
		provoked: {
			file: guest,
			title: 'D5: a guest whose conversation is too long is told what to do',
			outcome: 'told',
		},
	},
	agentReconnects: {
		id: 'D6',
		cooldownMs,
		name: 'the guest connects again and again',
		signals: [{kind: 'guest.reconnecting'}],
		needs: {count: 2, withinMs: minuteMs},
		action: {type: 'check-proxy'},
		sample: {kind: 'guest.reconnecting'},
		provoked: {
			file: codex,
			title:
				'the turn of a real Codex goes on although its proxy is killed twice in the middle of it',
			outcome: 'unproven',
		},
	},
} satisfies FaultTable;

export const stateFaults = {
	capsDamaged: {
		id: 'E1',
		cooldownMs,
		name: 'what was learned about a provider is damaged',
		signals: [{kind: 'caps.corrupt'}],
		action: {type: 'clear-caps'},
		sample: {kind: 'caps.corrupt', code: 'content_type'},
		provoked: {
			file: upstream,
			title: 'E1: a damaged entry of what was learned is dropped alone',
			outcome: 'verified',
		},
	},
	runFileStale: {
		id: 'E2',
		cooldownMs,
		name: 'a file names a proxy that is gone',
		signals: [{kind: 'run-file.stale'}],
		action: {type: 'clean-run-file'},
		sample: {kind: 'run-file.stale'},
		provoked: {
			file: proxy,
			title: 'E2: a file names a proxy that is gone, and is taken away',
			outcome: 'verified',
		},
	},
	agentPortStale: {
		id: 'E3',
		cooldownMs,
		name: 'the guest talks to a port where no proxy is',
		signals: [{kind: 'guest-config.stale'}],
		action: alert('The proxy has moved to another port. End the guest and launch it again.'),
		sample: {kind: 'guest-config.stale'},
		provoked: {
			file: guest,
			title: 'E3: the proxy has moved, so the guest has to be started again',
			outcome: 'told',
		},
	},
	keyExpired: {
		id: 'E4',
		cooldownMs,
		name: 'a key has run out',
		signals: [{kind: 'key.expired'}],
		action: {type: 'refresh-keys'},
		sample: {kind: 'key.expired'},
		provoked: {
			file: upstream,
			title: 'E4: a key that has run out is asked for anew',
			outcome: 'verified',
		},
	},
	routesResting: {
		id: 'E5',
		cooldownMs,
		name: 'every route of a model rests',
		signals: [{kind: 'routes.cooling'}],
		action: alert('Wait for the first one, add a route, or choose another model with /model.'),
		sample: {kind: 'routes.cooling'},
		provoked: {
			file: upstream,
			title: 'E5: when every route rests, the user is told',
			outcome: 'told',
		},
	},
} satisfies FaultTable;
