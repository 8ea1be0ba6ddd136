import {alert, type FaultTable, minuteMs} from './fault.ts';

const calls = 'slow/chaos-calls.test.ts';

const otherModel = alert(
	'This model writes its tool calls so that they can hardly be read. Choose another one with /model.',
);

const cooldownMs = 5 * minuteMs;

function inARow(count: number) {
	return {count, withinMs: 10 * minuteMs, resetBy: 'call.well'} as const;
}

/**
 * Faults of group C: how a model writes its calls. A single bad call is repaired or sent back; many
 * of them are an incident.
 */
export const callFaults = {
	exploreAgentAsText: {
		id: 'C1',
		cooldownMs,
		name: 'calls of explore_agent as text',
		// Repaired calls count as well: the repair is only a guess, and the model still writes its
		// calls wrong.
		signals: [
			{kind: 'call.unreadable', codes: ['explore-agent']},
			{kind: 'call.mended', codes: ['explore-agent']},
		],
		needs: inARow(3),
		action: otherModel,
		sample: {kind: 'call.unreadable', code: 'explore-agent'},
		provoked: {file: calls, title: 'C1: calls of explore_agent', outcome: 'told'},
	},
	rightsAskedAgain: {
		id: 'C2',
		cooldownMs,
		name: 'the model asks for more rights, again and again',
		signals: [{kind: 'escalation.asked'}],
		needs: inARow(5),
		action: alert(
			'The model keeps asking for more rights. Answer its card with a reason, add a rule, or choose another model with /model.',
		),
		sample: {kind: 'escalation.asked'},
		provoked: {
			file: calls,
			title: 'C2: a model that keeps asking for more rights',
			outcome: 'told',
		},
	},
	unknownFormat: {
		id: 'C3',
		cooldownMs,
		name: 'calls in an unknown format',
		signals: [{kind: 'call.unreadable', codes: ['unknown-format']}],
		needs: inARow(5),
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'unknown-format'},
		provoked: {file: calls, title: 'C3: calls in an unknown format', outcome: 'told'},
	},
	wrappedTwice: {
		id: 'C4',
		cooldownMs,
		name: 'commands wrapped twice',
		signals: [{kind: 'call.mended', codes: ['double-wrapped']}],
		action: {type: 'inline', what: 'mend'},
		sample: {kind: 'call.mended', code: 'double-wrapped'},
		provoked: {file: calls, title: 'C4: a command wrapped twice', outcome: 'verified'},
	},
	suspiciousCommand: {
		id: 'C5',
		cooldownMs,
		name: 'commands that are not commands',
		signals: [{kind: 'call.suspicious'}],
		needs: inARow(3),
		action: {type: 'clear-caps'},
		sample: {kind: 'call.suspicious'},
		provoked: {
			file: calls,
			title: 'C5: commands that are not commands, and what was learned is forgotten',
			outcome: 'verified',
		},
	},
	emptyCommand: {
		id: 'C6',
		cooldownMs,
		name: 'empty commands',
		signals: [{kind: 'call.empty'}],
		needs: inARow(3),
		action: otherModel,
		sample: {kind: 'call.empty'},
		provoked: {file: calls, title: 'C6: empty commands', outcome: 'told'},
	},
	bareBrace: {
		id: 'C7',
		cooldownMs,
		name: 'calls that are one brace',
		signals: [{kind: 'call.unreadable', codes: ['bare-brace']}],
		needs: inARow(3),
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'bare-brace'},
		provoked: {file: calls, title: 'C7: calls that are one brace', outcome: 'told'},
	},
	bashWithoutCommand: {
		id: 'C8',
		cooldownMs,
		name: 'bash blocks without a command',
		signals: [{kind: 'call.unreadable', codes: ['bash-empty']}],
		needs: inARow(3),
		action: otherModel,
		isOpen: true,
		sample: {kind: 'call.unreadable', code: 'bash-empty'},
		provoked: {file: calls, title: 'C8: bash blocks without a command', outcome: 'told'},
	},
	dsmlAlias: {
		id: 'C9',
		cooldownMs,
		name: 'DSML calls with the other name of a parameter',
		signals: [{kind: 'call.mended', codes: ['dsml-alias']}],
		action: {type: 'inline', what: 'mend'},
		sample: {kind: 'call.mended', code: 'dsml-alias'},
		provoked: {
			file: calls,
			title: 'C9: DSML with the other name of a parameter',
			outcome: 'verified',
		},
	},
	askedBackAgain: {
		id: 'C10',
		cooldownMs,
		name: 'the same call is asked back again and again',
		signals: [{kind: 'call.asked-back'}],
		needs: inARow(5),
		action: otherModel,
		sample: {kind: 'call.asked-back', code: 'unreadable'},
		provoked: {
			file: calls,
			title: 'C10: the same call asked back again and again',
			outcome: 'told',
		},
	},
} satisfies FaultTable;
