import {alert, type FaultTable, minuteMs} from './fault.ts';

const proxy = 'slow/chaos-proxy.test.ts';
const upstream = 'slow/chaos-upstream.test.ts';

/** Faults of group A: the proxy process and its network connection. */
export const proxyFaults = {
	proxyEnded: {
		id: 'A1',
		name: 'the proxy has ended',
		signals: [{kind: 'proxy.exited'}],
		action: {type: 'restart-proxy'},
		cooldownMs: 0,
		sample: {kind: 'proxy.exited', code: 'SIGKILL'},
		provoked: {
			file: proxy,
			title: 'A1: the proxy is killed mid-stream, and the answer still comes, in one turn',
			outcome: 'verified',
		},
	},
	portTaken: {
		id: 'A2',
		name: 'its port is taken',
		signals: [{kind: 'port.taken'}],
		action: {type: 'free-port'},
		cooldownMs: minuteMs,
		sample: {kind: 'port.taken', code: 'EADDRINUSE'},
		provoked: {
			file: proxy,
			title: 'A2: its port is taken, so it moves, and who holds the port is named',
			outcome: 'verified',
		},
	},
	proxyMemoryHigh: {
		id: 'A3',
		name: 'the proxy holds too much memory',
		signals: [{kind: 'proxy.memory-high'}],
		needs: {count: 2, withinMs: minuteMs},
		action: {type: 'restart-proxy'},
		cooldownMs: 2 * minuteMs,
		sample: {kind: 'proxy.memory-high', note: '1100 MB of 1024'},
		provoked: {
			file: proxy,
			title: 'A3: a stream that is open when the memory is high is not cut off',
			outcome: 'verified',
		},
	},
	proxyHung: {
		id: 'A4',
		name: 'the proxy does not answer',
		signals: [{kind: 'proxy.hung'}, {kind: 'proxy.foreign'}],
		action: {type: 'restart-proxy'},
		isDeaf: true,
		cooldownMs: 30_000,
		sample: {kind: 'proxy.hung', code: 'timeout'},
		provoked: {
			file: proxy,
			title: 'A4: it is stopped, so it is found hanging, replaced, and the turn goes on',
			outcome: 'verified',
		},
	},
	proxyThrows: {
		id: 'A5',
		name: 'the proxy throws exceptions',
		signals: [{kind: 'proxy.exception'}],
		needs: {count: 3, withinMs: minuteMs},
		action: {type: 'restart-proxy'},
		cooldownMs: 2 * minuteMs,
		sample: {kind: 'proxy.exception', code: 'internal'},
		provoked: {
			file: proxy,
			title: 'A5: it throws again and again, survives each, and is restarted',
			outcome: 'verified',
		},
	},
	certificateNotTrusted: {
		id: 'A6',
		name: "the provider's certificate is not trusted",
		signals: [{kind: 'upstream.tls-failed'}],
		action: alert(
			"Check the address of the provider and this machine's clock; for a private authority set caFile of the provider, or NODE_EXTRA_CA_CERTS.",
		),
		cooldownMs: 10 * minuteMs,
		sample: {kind: 'upstream.tls-failed', code: 'CERT_HAS_EXPIRED'},
		provoked: {file: upstream, title: 'A6: a certificate that nobody has signed', outcome: 'told'},
	},
	nameNotFound: {
		id: 'A7',
		name: "the provider's name is not found",
		signals: [{kind: 'upstream.dns-failed'}],
		action: {type: 'inline', what: 'retry'},
		cooldownMs: minuteMs,
		sample: {kind: 'upstream.dns-failed', code: 'ENOTFOUND'},
		provoked: {
			file: upstream,
			title: 'A7: a name that is not found, until the next provider answers',
			outcome: 'verified',
		},
	},
} satisfies FaultTable;
