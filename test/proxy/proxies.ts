import {onTestFinished} from 'vitest';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {startUpstream, type Upstream} from '../helpers/scripted-upstream.ts';
import {type StreamEvent, startProxy, type TestProxy} from './start-proxy.ts';

/** An upstream that is closed with its test. */
export async function upstream(): Promise<Upstream> {
	const started = await startUpstream();
	onTestFinished(() => started.close());
	return started;
}

/** A proxy that is closed with its test. */
export async function proxy(options: Parameters<typeof startProxy>[0] = {}): Promise<TestProxy> {
	const started = await startProxy(options);
	onTestFinished(() => started.close(0));
	return started;
}

/** Waits between tries are over at once; all other time is real. */
export function hastyClock(): Clock {
	return {...systemClock(), sleep: async () => {}};
}

/** Real time between two steps of a quick clock. */
const stepMs = 2;

/**
 * Time that runs so many times as fast, in steps of which there is one in each turn of the event
 * loop at most: when this process gets no turn for a while, no time passes either, and what is asked
 * for over sockets in it does not come too late.
 */
export function quickClock(times: number): Clock {
	const clock = fakeClock(Date.now());
	const timer = systemClock().every(stepMs, () => clock.advance(stepMs * times));
	onTestFinished(timer.cancel);
	// One after another, as timers fire: what follows from one has happened before the next.
	const after: Clock['after'] = (delayMs, act) => {
		let isCancelled = false;
		const due = clock.after(delayMs, () => setImmediate(() => isCancelled || act()));
		return {
			cancel() {
				isCancelled = true;
				due.cancel();
			},
		};
	};
	const sleep: Clock['sleep'] = (delayMs, signal) =>
		new Promise(resolve => {
			after(delayMs, resolve);
			signal?.addEventListener('abort', () => resolve(), {once: true});
		});
	return {...clock, after, sleep};
}

export function proxySettings(changed: Partial<Settings['proxy']>): Settings['proxy'] {
	return {...defaultSettings.proxy, ...changed};
}

/** The text that a chat stream or a Responses stream has said. */
export function textOf(events: readonly StreamEvent[]): string {
	return events
		.map(({name, data}) =>
			name === 'response.output_text.delta'
				? data.delta
				: (data.choices?.[0]?.delta?.content ?? data.delta?.text ?? ''),
		)
		.join('');
}
