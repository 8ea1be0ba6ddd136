import {onTestFinished} from 'vitest';
import {defaultSettings, type Settings} from '../../source/events/settings.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
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

/** Time that runs so many times as fast; what is asked for over sockets takes as long as it does. */
export function quickClock(times: number): Clock {
	const clock = systemClock();
	return {
		...clock,
		elapsed: () => clock.elapsed() * times,
		after: (delayMs, act) => clock.after(delayMs / times, act),
		every: (periodMs, act) => clock.every(periodMs / times, act),
		sleep: (delayMs, signal) => clock.sleep(delayMs / times, signal),
	};
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
