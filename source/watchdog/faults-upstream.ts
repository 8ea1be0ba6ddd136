import {alert, type FaultTable, minuteMs} from './fault.ts';

const upstream = 'slow/chaos-upstream.test.ts';

const malformedCodes = [
	'unreadable',
	'too-deep',
	'too-long',
	'too-many-calls',
	'too-many-parts',
	'too-long-call',
	'answer_not_handled',
];

/** Faults of group B: answers of providers. The proxy solves most of them within the request. */
export const upstreamFaults = {
	rateLimited: {
		id: 'B1',
		name: 'the provider limits the rate',
		signals: [{kind: 'upstream.rate-limited'}],
		action: {type: 'inline', what: 'wait'},
		cooldownMs: minuteMs,
		sample: {kind: 'upstream.rate-limited', code: 429},
		provoked: {file: upstream, title: 'B1: 429 with Retry-After 2', outcome: 'verified'},
	},
	providerFails: {
		id: 'B2',
		name: 'the provider fails',
		signals: [{kind: 'upstream.server-error'}, {kind: 'upstream.refused-connection'}],
		action: {type: 'inline', what: 'retry'},
		cooldownMs: 30_000,
		sample: {kind: 'upstream.server-error', code: 500},
		provoked: {file: upstream, title: 'B2: 500 three times, then well', outcome: 'verified'},
	},
	keyRefused: {
		id: 'B3',
		name: 'the provider refuses the key',
		signals: [{kind: 'upstream.key-refused'}],
		action: alert(
			'Put a valid key into the variable that apiKeyEnv of this provider names, and start again; /model chooses another provider meanwhile.',
		),
		cooldownMs: 5 * minuteMs,
		sample: {kind: 'upstream.key-refused', code: 401},
		provoked: {file: upstream, title: 'B3: 401', outcome: 'told'},
	},
	clientTooOld: {
		id: 'B4',
		name: 'the provider wants another client version',
		signals: [{kind: 'upstream.upgrade-required'}],
		action: alert('Update agent-tui, or choose another provider with /model.'),
		cooldownMs: 10 * minuteMs,
		sample: {kind: 'upstream.upgrade-required', code: 403},
		provoked: {file: upstream, title: 'B4: 403 upgrade_required', outcome: 'told'},
	},
	providerSilent: {
		id: 'B5',
		name: 'the provider is silent',
		signals: [{kind: 'upstream.timed-out'}],
		needs: {count: 2, withinMs: 10 * minuteMs, resetBy: 'request.ended'},
		action: {type: 'raise-timeout'},
		cooldownMs: 30_000,
		sample: {kind: 'upstream.timed-out', code: 'first-byte'},
		provoked: {
			file: upstream,
			title: 'B5: is given more time, and the time helps',
			outcome: 'verified',
		},
	},
	streamBroken: {
		id: 'B6',
		name: 'the stream breaks off',
		signals: [{kind: 'upstream.reset'}],
		action: {type: 'inline', what: 'resume'},
		cooldownMs: 30_000,
		sample: {kind: 'upstream.reset', code: 'ECONNRESET'},
		provoked: {file: upstream, title: 'B6: reset in the middle of the stream', outcome: 'verified'},
	},
	clientLeft: {
		id: 'B7',
		name: 'a client has left',
		signals: [{kind: 'client.left'}],
		needs: {count: 10, withinMs: minuteMs},
		action: {type: 'inline', what: 'ignore'},
		cooldownMs: 10 * minuteMs,
		sample: {kind: 'client.left'},
		provoked: {
			file: upstream,
			title: "B7: clients that leave are nobody's fault, and nothing is done",
			outcome: 'told',
		},
	},
	parameterRefused: {
		id: 'B8',
		name: 'the provider refuses a parameter',
		signals: [{kind: 'upstream.schema-refused'}],
		action: {type: 'inline', what: 'learn'},
		cooldownMs: minuteMs,
		sample: {kind: 'upstream.schema-refused', code: 400},
		provoked: {
			file: upstream,
			title: 'B8: 400 about a parameter, learned, then well',
			outcome: 'verified',
		},
	},
	providerDown: {
		id: 'B9',
		name: 'the provider stays down',
		signals: [{kind: 'upstream.unavailable'}],
		// A provider that is only slow must fail several times before the route is switched; after any
		// other failure, once is enough.
		needs: {
			count: 3,
			withinMs: 10 * minuteMs,
			resetBy: 'request.ended',
			codes: ['first-byte', 'whole-answer'],
		},
		action: {type: 'switch-route'},
		mayFollow: true,
		cooldownMs: minuteMs,
		sample: {kind: 'upstream.unavailable', code: 503},
		provoked: {
			file: upstream,
			title: 'B9: the route is switched where the user has agreed to the pair',
			outcome: 'verified',
		},
	},
	botCheck: {
		id: 'B10',
		name: 'a bot check stands before the provider',
		signals: [{kind: 'upstream.challenged'}],
		action: alert(
			'The provider takes this program for a bot and says so with a page. Ask it for API access; agent-tui does not pretend to be a browser.',
		),
		cooldownMs: 10 * minuteMs,
		sample: {kind: 'upstream.challenged', code: 403},
		provoked: {file: upstream, title: 'B10: 403 of a bot check', outcome: 'told'},
	},
	webPage: {
		id: 'B11',
		name: 'a web page answers for the provider',
		signals: [{kind: 'upstream.malformed', codes: ['web-page']}],
		action: alert(
			"This address answers with a web page, not with a model: check baseUrl of the provider (is /v1 missing?), or whether the network's sign-in page stands in between.",
		),
		cooldownMs: 5 * minuteMs,
		sample: {kind: 'upstream.malformed', code: 'web-page'},
		provoked: {file: upstream, title: 'B11: a web page with status 200', outcome: 'told'},
	},
	answerUnusable: {
		id: 'B12',
		name: "the provider's answer can't be used",
		signals: [{kind: 'upstream.malformed', codes: malformedCodes}],
		action: alert(
			'Nothing of that answer was run. If it goes on, choose another model or provider with /model; logs --requests shows what came.',
		),
		cooldownMs: 5 * minuteMs,
		sample: {kind: 'upstream.malformed', code: 'unreadable'},
		provoked: {file: upstream, title: 'B12: arguments without end', outcome: 'told'},
	},
	clientLoops: {
		id: 'B13',
		name: 'a client goes round in circles',
		signals: [{kind: 'client.looping'}],
		action: alert(
			'A program asked the proxy the same again and again with nothing new in it, and was stopped: look at what it waits for. proxy.sameAskedMax changes this limit.',
		),
		cooldownMs: 5 * minuteMs,
		sample: {kind: 'client.looping', code: 'stopped'},
		provoked: {file: upstream, title: 'B13: a client that goes round in circles', outcome: 'told'},
	},
} satisfies FaultTable;
