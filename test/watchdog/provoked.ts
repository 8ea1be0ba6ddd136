import type {FaultId, IncidentOutcome} from '../../source/events/incident.ts';

/** Where a fault was made to happen, and what came of it there. */
export type Provoked = {
	/** Under `test/`. */
	readonly file: string;
	/** The title of the test. */
	readonly title: string;
	readonly outcome: IncidentOutcome;
	/** Why not with the real thing. */
	readonly why?: string;
};

const proxy = 'slow/chaos-proxy.test.ts';
const upstream = 'slow/chaos-upstream.test.ts';
const calls = 'slow/chaos-calls.test.ts';
const guest = 'slow/chaos-guest.test.ts';
const codex = 'slow/launch-codex.test.ts';

export const provoked: Readonly<Record<FaultId, Provoked>> = {
	A1: {
		file: proxy,
		title: 'A1: the proxy is killed mid-stream, and the answer still comes, in one turn',
		outcome: 'verified',
	},
	A2: {
		file: proxy,
		title: 'A2: its port is taken, so it moves, and who holds the port is named',
		outcome: 'verified',
	},
	A3: {
		file: proxy,
		title: 'A3: a stream that is open when the memory is high is not cut off',
		outcome: 'verified',
	},
	A4: {
		file: proxy,
		title: 'A4: it is stopped, so it is found hanging, replaced, and the turn goes on',
		outcome: 'verified',
	},
	A5: {
		file: proxy,
		title: 'A5: it throws again and again, survives each, and is restarted',
		outcome: 'verified',
	},
	A6: {file: upstream, title: 'A6: a certificate that nobody has signed', outcome: 'told'},
	A7: {
		file: upstream,
		title: 'A7: a name that is not found, until the next provider answers',
		outcome: 'verified',
	},
	B1: {file: upstream, title: 'B1: 429 with Retry-After 2', outcome: 'verified'},
	B2: {file: upstream, title: 'B2: 500 three times, then well', outcome: 'verified'},
	B3: {file: upstream, title: 'B3: 401', outcome: 'told'},
	B4: {file: upstream, title: 'B4: 403 upgrade_required', outcome: 'told'},
	B5: {
		file: upstream,
		title: 'B5: is given more time, and the time helps',
		outcome: 'verified',
	},
	B6: {file: upstream, title: 'B6: reset in the middle of the stream', outcome: 'verified'},
	B7: {
		file: upstream,
		title: "B7: clients that leave are nobody's fault, and nothing is done",
		outcome: 'told',
	},
	B8: {
		file: upstream,
		title: 'B8: 400 about a parameter, learned, then well',
		outcome: 'verified',
	},
	B9: {
		file: upstream,
		title: 'B9: the route is switched where the user has agreed to the pair',
		outcome: 'verified',
	},
	B10: {file: upstream, title: 'B10: 403 of a bot check', outcome: 'told'},
	B11: {file: upstream, title: 'B11: a web page with status 200', outcome: 'told'},
	B12: {file: upstream, title: 'B12: arguments without end', outcome: 'told'},
	B13: {file: upstream, title: 'B13: a client that goes round in circles', outcome: 'told'},
	C1: {file: calls, title: 'C1: calls of explore_agent', outcome: 'told'},
	C2: {file: calls, title: 'C2: a model that keeps asking for more rights', outcome: 'told'},
	C3: {file: calls, title: 'C3: calls in an unknown format', outcome: 'told'},
	C4: {file: calls, title: 'C4: a command wrapped twice', outcome: 'verified'},
	C5: {
		file: calls,
		title: 'C5: commands that are not commands, and what was learned is forgotten',
		outcome: 'verified',
	},
	C6: {file: calls, title: 'C6: empty commands', outcome: 'told'},
	C7: {file: calls, title: 'C7: calls that are one brace', outcome: 'told'},
	C8: {file: calls, title: 'C8: bash blocks without a command', outcome: 'told'},
	C9: {
		file: calls,
		title: 'C9: DSML with the other name of a parameter',
		outcome: 'verified',
	},
	C10: {file: calls, title: 'C10: the same call asked back again and again', outcome: 'told'},
	D1: {
		file: codex,
		title: 'a real Codex that is killed, and one that holds too much memory, are told of',
		outcome: 'told',
	},
	D2: {
		file: codex,
		title: 'a real Codex that is killed, and one that holds too much memory, are told of',
		outcome: 'told',
	},
	D3: {
		file: 'watchdog/launched-agent.test.ts',
		title: 'for a request that nothing comes of',
		outcome: 'verified',
		why: 'on a clock that is moved by hand: in real time the silence of a provider (B5) and of the proxy (A4) are seen long before the five minutes are over',
	},
	D4: {
		file: guest,
		title: 'D4: a guest whose database is damaged is told what to do',
		outcome: 'told',
	},
	D5: {
		file: guest,
		title: 'D5: a guest whose conversation is too long is told what to do',
		outcome: 'told',
	},
	D6: {
		file: codex,
		title:
			'the turn of a real Codex goes on although its proxy is killed twice in the middle of it',
		outcome: 'unproven',
	},
	E1: {
		file: upstream,
		title: 'E1: a damaged entry of what was learned is dropped alone',
		outcome: 'verified',
	},
	E2: {
		file: proxy,
		title: 'E2: a file names a proxy that is gone, and is taken away',
		outcome: 'verified',
	},
	E3: {
		file: guest,
		title: 'E3: the proxy has moved, so the guest has to be started again',
		outcome: 'told',
	},
	E4: {file: upstream, title: 'E4: a key that has run out is asked for anew', outcome: 'verified'},
	E5: {file: upstream, title: 'E5: when every route rests, the user is told', outcome: 'told'},
};
