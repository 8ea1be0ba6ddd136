import {once} from 'node:events';
import type {IncomingMessage} from 'node:http';
import {
	defaultSettings,
	type ProviderSettings,
	type Settings,
} from '../../source/events/settings.ts';
import type {Signal} from '../../source/events/signal.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import type {Environment} from '../../source/platform/folders.ts';
import type {RunCommand} from '../../source/proxy/route/keys.ts';
import {type RunningProxy, serveProxy} from '../../source/proxy/serve.ts';
import {createSseReader} from '../../source/proxy/translate/sse.ts';

export type TestProxy = RunningProxy & {
	readonly signals: readonly Signal[];
	readonly ask: (path: string, options?: Ask) => Promise<Answer>;
	/** Settles when a signal of this kind has come. */
	readonly signal: (kind: Signal['kind']) => Promise<Signal>;
};

export type Ask = {
	readonly method?: string;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
};

/** An answer while it comes: `next` gives its events one by one, null at the end. */
export type Answer = {
	readonly status: number;
	readonly headers: IncomingMessage['headers'];
	readonly next: () => Promise<StreamEvent | null>;
	readonly events: () => Promise<readonly StreamEvent[]>;
	// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
	readonly json: () => Promise<any>;
	/** All that came so far, as it came. */
	readonly text: () => string;
	/** Goes away without a word. */
	readonly leave: () => void;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
export type StreamEvent = {readonly name: string; readonly data: any};

export async function startProxy({
	providers = [],
	settings = {},
	env = {},
	clock = systemClock(),
	runCommand,
	capsFile,
}: {
	providers?: readonly ProviderSettings[];
	settings?: Partial<Settings>;
	env?: Environment;
	clock?: Clock;
	runCommand?: RunCommand;
	capsFile?: string;
} = {}): Promise<TestProxy> {
	const signals: Signal[] = [];
	const waiting: {kind: Signal['kind']; resolve: (signal: Signal) => void}[] = [];
	const proxy = await serveProxy({
		settings: {...defaultSettings, ...settings, providers},
		env,
		host: '127.0.0.1',
		port: 0,
		token: 'secret-token',
		clock,
		onSignal(signal) {
			signals.push(signal);
			for (const waiter of waiting.filter(({kind}) => kind === signal.kind)) {
				waiter.resolve(signal);
			}
		},
		...(runCommand ? {runCommand} : {}),
		...(capsFile ? {capsFile} : {}),
	});
	return {
		...proxy,
		signals,
		ask: (path, options = {}) => ask(proxy, path, options),
		signal: kind =>
			new Promise(resolve => {
				const seen = signals.find(signal => signal.kind === kind);
				if (seen) {
					resolve(seen);
				} else {
					waiting.push({kind, resolve});
				}
			}),
	};
}

/** A provider that speaks Chat Completions, at a scripted upstream. */
export function chatProvider(baseUrl: string, more: Partial<ProviderSettings> = {}) {
	return {name: 'up', kind: 'openai-chat', baseUrl, models: ['m'], ...more} as ProviderSettings;
}

async function ask(proxy: RunningProxy, path: string, options: Ask): Promise<Answer> {
	const {body, headers = {}} = options;
	const request = process.getBuiltinModule('node:http').request({
		host: '127.0.0.1',
		port: proxy.port,
		path,
		method: options.method ?? (body === undefined ? 'GET' : 'POST'),
		agent: false,
		headers: {authorization: `Bearer ${proxy.token}`, ...headers},
	});
	request.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	// The answer ends with what breaks from here on.
	request.on('error', () => {});
	return readAnswer(response);
}

function readAnswer(response: IncomingMessage): Answer {
	const events: StreamEvent[] = [];
	let text = '';
	let ended = false;
	let wake = () => {};
	const reader = createSseReader((data, name) => {
		events.push({name, data: data === '[DONE]' ? data : JSON.parse(data)});
	});
	const end = () => {
		ended = true;
		wake();
	};
	response.setEncoding('utf8');
	response.on('data', (piece: string) => {
		text += piece;
		reader.push(piece);
		wake();
	});
	response.on('end', end);
	response.on('error', end);
	let taken = 0;
	const next = async (): Promise<StreamEvent | null> => {
		while (taken >= events.length && !ended) {
			await new Promise<void>(resolve => {
				wake = resolve;
			});
		}
		taken += 1;
		return events[taken - 1] ?? null;
	};
	const events_ = async () => {
		while (await next()) {
			// Up to the end.
		}
		return events;
	};
	return {
		status: response.statusCode ?? 0,
		headers: response.headers,
		next,
		events: events_,
		text: () => text,
		async json() {
			await events_();
			return JSON.parse(text);
		},
		leave: () => {
			response.destroy();
		},
	};
}
