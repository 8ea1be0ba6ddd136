import {randomBytes} from 'node:crypto';
import type {Settings} from '../../source/events/settings.ts';
import type {Child, ChildEnd} from '../../source/platform/child.ts';
import type {Clock} from '../../source/platform/clock.ts';
import {serveProxy} from '../../source/proxy/serve.ts';

/**
 * The real proxy in the test's own process, behind the pipe that its supervisor knows. It starts
 * in a few milliseconds; what concerns its process (kill, hang, memory) needs the real one.
 */
export function proxyInside({
	settings,
	env,
	clock,
	token,
}: {
	settings: Settings;
	env: Readonly<Record<string, string | undefined>>;
	clock: Clock;
	token: string | null;
}): Child {
	const listeners = new Set<(line: string) => void>();
	const say = (message: object) => {
		for (const listener of listeners) {
			listener(JSON.stringify(message));
		}
	};
	const ended = Promise.withResolvers<ChildEnd>();
	const starting = serveProxy({
		settings,
		env,
		clock,
		host: '127.0.0.1',
		port: 0,
		token: token ?? randomBytes(24).toString('base64url'),
		onSignal: signal => say({type: 'signal', ...signal}),
	});
	void starting.then(
		({url, port, nonce, provider, model, route, ...proxy}) =>
			say({type: 'listening', url, port, nonce, provider, model, route, token: proxy.token}),
		error => ended.resolve({exitCode: 1, signal: null, lastWords: String(error)}),
	);
	return {
		pid: null,
		writeLine() {},
		signal() {
			void starting
				.then(proxy => proxy.close(0))
				.then(() => ended.resolve({exitCode: 0, signal: null, lastWords: ''}));
		},
		onLine(listener) {
			listeners.add(listener);
		},
		pass() {},
		onPassed() {},
		hasChannel: () => false,
		inherited: () => [],
		stop: () => null,
		ended: ended.promise,
	};
}
