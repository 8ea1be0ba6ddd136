import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createEngine, type Engine, type OwnEngine} from '../../engine/engine.ts';
import type {EnginePorts} from '../../engine/engine-ports.ts';
import {newSession} from '../../engine/past-of-session.ts';
import {systemPorts} from '../../engine/system-ports.ts';
import {isDurable} from '../../events/durable.ts';
import type {Event, Stamped} from '../../events/event.ts';
import type {CallId, SessionId} from '../../events/ids.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Outcome} from '../../events/outcome.ts';
import type {Preview} from '../../events/preview.ts';
import type {Settings} from '../../events/settings.ts';
import {type Model, requestBody} from '../../model/model.ts';
import {responsesModel} from '../../model/responses.ts';
import {systemClock} from '../../platform/clock.ts';
import type {Redactor} from '../../storage/redact.ts';
import type {CliContext} from '../context.ts';
import {version} from '../version.ts';
import {factsAsRecorded} from './facts.ts';
import {serversAsRecorded} from './recorded-servers.ts';
import type {Recording} from './recording.ts';
import {type RecordedUpstream, startUpstream} from './upstream.ts';

export type RunAgain = {
	readonly bodies: readonly JsonObject[];
	readonly events: readonly Stamped[];
};

type Again = {
	readonly cli: CliContext;
	readonly settings: Settings;
	readonly redactor: Redactor;
	readonly recording: Recording;
};

/**
 * Sends the recorded messages through a real engine and a real proxy. Tools and model only return
 * what was recorded.
 */
export async function runAgain(again: Again): Promise<RunAgain> {
	const {recording, redactor} = again;
	const upstream = await startUpstream(recording.requests);
	const home = mkdtempSync(join(tmpdir(), 'agent-tui-replay-'));
	const bodies: JsonObject[] = [];
	const events: Stamped[] = [];
	const servers = serversAsRecorded(recording.requests, recording.events);
	const engine = createEngine({
		...portsOf(again, {upstream, home, bodies, events}),
		...(servers && {mcpServers: servers.servers}),
	});
	try {
		const facts = factsAsRecorded(recording.events);
		engine.start();
		const {store} = engine.parts;
		const append = (fact: Event) => {
			servers?.take(fact);
			store.append(fact);
		};
		facts.first.forEach(append);
		engine.events.subscribe(event => {
			answerAsRecorded(engine, recording, event);
			const next = facts.after(event);
			queueMicrotask(() => next.forEach(append));
		});
		for (const step of stepsOf(recording.events)) {
			step(engine);
			await engine.query({type: 'idle'});
		}
	} finally {
		await engine.stop('replayed');
		upstream.close();
		rmSync(home, {recursive: true, force: true});
	}
	return {bodies, events: redactor.value(events)};
}

function portsOf(
	{cli, settings, redactor, recording}: Again,
	{
		upstream,
		home,
		bodies,
		events,
	}: {upstream: RecordedUpstream; home: string; bodies: JsonObject[]; events: Stamped[]},
): EnginePorts {
	// Leave out the MCP servers: their answers are recorded, and a replay starts none.
	const {mcpServers: _, ...ports} = systemPorts({
		clock: systemClock(),
		env: {
			PATH: cli.env['PATH'],
			SHELL: cli.env['SHELL'],
			HOME: home,
			AGENT_TUI_HOME: home,
			AGENT_TUI_UNLISTED: '1',
		},
		cwd: recording.cwd,
		version,
		settings: {
			...settings,
			providers: upstream.providers,
			routes: [],
			model: 'default',
			debug: false,
		},
		configFolder: null,
		session: 'replay' as SessionId,
		past: newSession,
		journal: {
			path: join(home, 'journal.jsonl'),
			append(event) {
				if (isDurable(event)) {
					events.push(event);
				}
			},
			isWriting: () => false,
			hold: () => () => {},
			close() {},
		},
		headless: headlessOf(recording),
		folders: {config: home, state: home},
		doctor: async () => [],
		terminalsFolder: null,
		watchFolder: null,
		redactor,
	});
	const startedAt = ports.clock.elapsed();
	return {
		...ports,
		clock: {...ports.clock, now: () => recording.startedAt + ports.clock.elapsed() - startedAt},
		recorded: call => recordedCall(recording.events, call),
		model: proxy => listening(responsesModel(proxy), bodies),
	};
}

function listening(model: Model, bodies: JsonObject[]): Model {
	return {
		stream(request) {
			bodies.push(requestBody(request));
			return model.stream(request);
		},
	};
}

/**
 * Allows without a question the scopes that `exec` allowed in the recording; null if no `exec` was
 * involved.
 */
function headlessOf({events}: Recording): EnginePorts['headless'] {
	const answered = events.flatMap(event =>
		event.type === 'authorization.answered' && event.by === 'headless' ? [event] : [],
	);
	const allowed = new Set(
		answered.filter(({verdict}) => verdict.type === 'once').map(({call}) => call),
	);
	const scopes = events.flatMap(event =>
		event.type === 'tool.proposed' && allowed.has(event.call) && event.scope ? [event.scope] : [],
	);
	return answered.length === 0 ? null : {allow: [...new Set(scopes)]};
}

function recordedCall(
	events: readonly Stamped[],
	call: CallId,
): {readonly outcome: Outcome; readonly preview?: Preview} | null {
	const ended = events.find(event => event.type === 'tool.ended' && event.call === call);
	const shown = events.find(event => event.type === 'tool.previewed' && event.call === call);
	return ended?.type === 'tool.ended'
		? {
				outcome: ended.outcome,
				...(shown?.type === 'tool.previewed' && {preview: shown.preview}),
			}
		: null;
}

/** Answers cards as in the recording, and sends steering messages during the same replies. */
function answerAsRecorded(engine: OwnEngine, {events}: Recording, event: Stamped): void {
	if (event.type === 'authorization.asked') {
		const answered = events.find(
			one => one.type === 'authorization.answered' && one.call === event.call,
		);
		if (answered?.type === 'authorization.answered') {
			const {call, verdict} = answered;
			queueMicrotask(() => engine.dispatch({type: 'answer', call, verdict}));
		}
	} else if (event.type === 'reply.began') {
		const count = engine.parts.store.state().chat.items.filter(({type}) => type === 'reply').length;
		for (const text of steeringAfter(events, count)) {
			queueMicrotask(() => engine.dispatch({type: 'send', text}));
		}
	}
}

/**
 * Returns the steering messages that were sent while the reply after the first `count` ones grew.
 */
function steeringAfter(events: readonly Stamped[], count: number): readonly string[] {
	let replies = 0;
	return events.flatMap(event => {
		replies += event.type === 'reply.began' ? 1 : 0;
		const isSteering = event.type === 'message.queued' && event.how === 'steer';
		return isSteering && replies === count + 1 ? [event.text] : [];
	});
}

type Step = (engine: Engine) => void;

function stepsOf(events: readonly Stamped[]): readonly Step[] {
	// The first model is chosen by the engine itself, so only later choices are repeated.
	const chosen = events.filter(({type}) => type === 'model.chosen').slice(1);
	return events.flatMap((event): readonly Step[] => {
		switch (event.type) {
			case 'message.sent':
				return event.how === 'steered'
					? []
					: [engine => engine.dispatch({type: 'send', text: event.text})];
			case 'context.compacted':
				// Automatic compactions happen by themselves; only those that a person asked for are sent.
				return event.why === 'asked'
					? [engine => engine.dispatch({type: 'compact-context', focus: event.focus ?? ''})]
					: [];
			case 'context.cleared':
				return [engine => engine.dispatch({type: 'clear-context'})];
			case 'model.chosen':
				return chosen.includes(event)
					? [engine => engine.dispatch({...event, type: 'choose-model'})]
					: [];
			case 'effort.chosen':
				return [engine => engine.dispatch({...event, type: 'choose-effort'})];
			default:
				return [];
		}
	});
}
