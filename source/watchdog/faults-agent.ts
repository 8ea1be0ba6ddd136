import {alert, type Fault, minuteMs} from './fault.ts';

const once = {
	threshold: 1,
	windowMs: minuteMs,
	cooldownMs: 5 * minuteMs,
} as const;

/** D: the guest, an agent that was launched by this program. E: files, keys and routes. */
export const guestFaults: readonly Fault[] = [
	{
		...once,
		id: 'D1',
		name: 'the guest has ended by itself',
		signals: [{kind: 'guest.gone'}],
		action: alert('Its last words are in its terminal. Start it again with agent-tui launch.'),
		sample: {kind: 'guest.gone', code: 'SIGKILL'},
	},
	{
		...once,
		id: 'D2',
		name: 'the guest holds too much memory',
		signals: [{kind: 'guest.memory-high'}],
		action: alert('Let it finish what it does, then end it and start it again.'),
		sample: {kind: 'guest.memory-high', note: '4.2 GB of 4'},
	},
	{
		...once,
		id: 'D3',
		name: 'the guest waits and nothing comes',
		signals: [{kind: 'guest.stalled'}],
		action: {type: 'check-proxy'},
		sample: {kind: 'guest.stalled'},
	},
	{
		...once,
		id: 'D4',
		name: "the guest's database is damaged",
		signals: [{kind: 'guest.database-broken'}],
		action: alert(
			'End the guest, set its state database aside (rename it, do not delete it), and start it again.',
		),
		sample: {kind: 'guest.database-broken'},
	},
	{
		...once,
		id: 'D5',
		name: "the guest's conversation is too long for the model",
		signals: [{kind: 'guest.context-exceeded'}],
		action: alert('Compact the conversation in the guest, or begin a new one.'),
		sample: {kind: 'guest.context-exceeded'},
	},
	{
		...once,
		id: 'D6',
		name: 'the guest connects again and again',
		signals: [{kind: 'guest.reconnecting'}],
		threshold: 2,
		action: {type: 'check-proxy'},
		sample: {kind: 'guest.reconnecting'},
	},
];

export const stateFaults: readonly Fault[] = [
	{
		...once,
		id: 'E1',
		name: 'what was learned about a provider is damaged',
		signals: [{kind: 'caps.corrupt'}],
		action: {type: 'clear-caps'},
		sample: {kind: 'caps.corrupt', code: 'content_type'},
	},
	{
		...once,
		id: 'E2',
		name: 'a file names a proxy that is gone',
		signals: [{kind: 'run-file.stale'}],
		action: {type: 'clean-run-file'},
		sample: {kind: 'run-file.stale'},
	},
	{
		...once,
		id: 'E3',
		name: 'the guest talks to a port where no proxy is',
		signals: [{kind: 'guest-config.stale'}],
		action: alert('The proxy has moved to another port. End the guest and launch it again.'),
		sample: {kind: 'guest-config.stale'},
	},
	{
		...once,
		id: 'E4',
		name: 'a key has run out',
		signals: [{kind: 'key.expired'}],
		action: {type: 'refresh-keys'},
		sample: {kind: 'key.expired'},
	},
	{
		...once,
		id: 'E5',
		name: 'every route of a model rests',
		signals: [{kind: 'routes.cooling'}],
		action: alert('Wait for the first one, add a route, or choose another model with /model.'),
		sample: {kind: 'routes.cooling'},
	},
];
