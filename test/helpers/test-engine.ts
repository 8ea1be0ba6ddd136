/**
 * A whole engine in this process: a real store, gate, journal and real terminals; its model answers
 * what the test says, and there is no proxy.
 *
 *     const {engine, says} = openTestEngine();
 *     says({type: 'text', text: 'Hello.'});
 *     engine.dispatch({type: 'send', text: 'hi'});
 *     await engine.query({type: 'idle'});
 */
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {createEngine, type Engine, type OwnEngine} from '../../source/engine/engine.ts';
import {sessionPast} from '../../source/engine/past-of-session.ts';
import {systemPorts} from '../../source/engine/system-ports.ts';
import type {Stamped} from '../../source/events/event.ts';
import type {SessionId} from '../../source/events/ids.ts';
import type {Part} from '../../source/events/part.ts';
import {defaultSettings} from '../../source/events/settings.ts';
import type {McpServers} from '../../source/mcp-client/mcp-servers.ts';
import type {ModelRequest} from '../../source/model/model.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {openSession} from '../../source/storage/open-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {temporaryFolder} from './temporary-folder.ts';

export type TestEngineOptions = {
	readonly mcpServers?: McpServers;
	/** A folder with settings, or one where another engine was before. */
	readonly home?: string;
	/** The session to go on with; by default a new one. */
	readonly wanted?: SessionId;
};

export type TestEngine = {
	readonly engine: OwnEngine;
	readonly session: SessionId;
	readonly home: string;
	/** The parts of the next answer; without any, the model says "Done." */
	readonly says: (...parts: readonly Part[]) => void;
	/** What the model was asked, oldest first. */
	readonly requests: readonly ModelRequest[];
};

export function openTestEngine({
	mcpServers,
	home = temporaryFolder(),
	wanted,
}: TestEngineOptions = {}): TestEngine {
	const clock = systemClock();
	const redactor = createRedactor();
	const onProblem = () => {};
	const opened = openSession({folder: home, wanted: wanted ?? null, clock, redactor, onProblem});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	const answers: (readonly Part[])[] = [];
	const requests: ModelRequest[] = [];
	const engine = createEngine({
		...systemPorts({
			...opened.value,
			past: sessionPast(opened.value.past),
			clock,
			env: {PATH: process.env['PATH'], HOME: home},
			cwd: home,
			version: 'test',
			settings: defaultSettings,
			headless: null,
			folders: {config: home, state: home},
			doctor: async () => [{name: 'test', status: 'ok', message: 'It runs.'}],
			terminalsFolder: join(home, 'terminals'),
			imagesFolder: join(home, 'images'),
			watchFolder: null,
			configFolder: home,
			redactor,
		}),
		...(mcpServers && {mcpServers}),
		proxyAtStart: false,
		model: () => ({
			async *stream(request) {
				requests.push(request);
				const parts = answers.shift() ?? [{type: 'text', text: 'Done.'} as const];
				yield* parts;
				yield {type: 'end', finish: parts.some(({type}) => type === 'call') ? 'calls' : 'stop'};
			},
		}),
	});
	onTestFinished(() => engine.stop('test'));
	engine.start();
	return {
		engine,
		session: opened.value.session,
		home,
		requests,
		says: (...parts) => void answers.push(parts),
	};
}

/** The same engine as a connection would have it: all that crosses it has been text in between. */
export function overJson(engine: Engine): Engine {
	const copy = <Value>(value: Value): Value =>
		value === undefined ? value : JSON.parse(JSON.stringify(value));
	return {
		...engine,
		dispatch: intent => engine.dispatch(copy(intent)),
		events: {
			subscribe: listener => engine.events.subscribe((event: Stamped) => listener(copy(event))),
		},
		snapshot: async () => copy(await engine.snapshot()),
		query: async asked => copy(await engine.query(copy(asked))),
		requests: {
			subscribe: listener => engine.requests.subscribe(request => listener(copy(request))),
		},
		shared: null,
	};
}
