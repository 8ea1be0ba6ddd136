import {alert, type Fault, minuteMs} from './fault.ts';

const otherModel = alert(
	'This model writes its tool calls so that they can hardly be read. Choose another one with /model.',
);

const row = {resetBy: 'call.well', windowMs: 10 * minuteMs, cooldownMs: 5 * minuteMs} as const;

/**
 * C: how a model writes its calls. A single bad call is repaired or sent back; many make a pattern.
 */
export const callFaults: readonly Fault[] = [
	{
		...row,
		id: 'C1',
		name: 'calls of explore_agent as text',
		// A mended call counts too: it was given to the only tool that fetches, which is a guess.
		signals: [
			{kind: 'call.unreadable', codes: ['explore-agent']},
			{kind: 'call.mended', codes: ['explore-agent']},
		],
		threshold: 3,
		action: otherModel,
		sample: {kind: 'call.unreadable', code: 'explore-agent'},
	},
	{
		...row,
		id: 'C2',
		name: 'the model asks for more rights, again and again',
		signals: [{kind: 'escalation.asked'}],
		threshold: 5,
		action: alert(
			'The model keeps asking for more rights. Answer its card with a reason, add a rule, or choose another model with /model.',
		),
		sample: {kind: 'escalation.asked'},
	},
	{
		...row,
		id: 'C3',
		name: 'calls in an unknown format',
		signals: [{kind: 'call.unreadable', codes: ['unknown-format']}],
		threshold: 5,
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'unknown-format'},
	},
	{
		...row,
		id: 'C4',
		name: 'commands wrapped twice',
		signals: [{kind: 'call.mended', codes: ['double-wrapped']}],
		threshold: 1,
		action: {type: 'inline', what: 'mend'},
		sample: {kind: 'call.mended', code: 'double-wrapped'},
	},
	{
		...row,
		id: 'C5',
		name: 'commands that are not commands',
		signals: [{kind: 'call.suspicious'}],
		threshold: 3,
		action: {type: 'clear-caps'},
		sample: {kind: 'call.suspicious'},
	},
	{
		...row,
		id: 'C6',
		name: 'empty commands',
		signals: [{kind: 'call.empty'}],
		threshold: 3,
		action: otherModel,
		sample: {kind: 'call.empty'},
	},
	{
		...row,
		id: 'C7',
		name: 'calls that are one brace',
		signals: [{kind: 'call.unreadable', codes: ['bare-brace']}],
		threshold: 3,
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'bare-brace'},
	},
	{
		...row,
		id: 'C8',
		name: 'bash blocks without a command',
		signals: [{kind: 'call.unreadable', codes: ['bash-empty']}],
		threshold: 3,
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'bash-empty'},
	},
	{
		...row,
		id: 'C9',
		name: 'DSML calls with the other name of a parameter',
		signals: [{kind: 'call.mended', codes: ['dsml-alias']}],
		threshold: 1,
		action: {type: 'inline', what: 'mend'},
		sample: {kind: 'call.mended', code: 'dsml-alias'},
	},
	{
		...row,
		id: 'C10',
		name: 'the same call is asked back again and again',
		signals: [{kind: 'call.asked-back'}],
		threshold: 5,
		action: otherModel,
		sample: {kind: 'call.asked-back', code: 'unreadable'},
	},
];
