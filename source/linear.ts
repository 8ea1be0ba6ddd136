import {createInterface} from 'node:readline';
import {commands} from '../commands/index.ts';
import {type App, createApp} from './app.ts';
import {withGlobals} from './cli/globals.ts';
import {version} from './cli/version.ts';
import type {Stamped} from './events/event.ts';
import type {SessionId} from './events/ids.ts';
import type {Intent} from './events/intent.ts';
import {systemClock} from './platform/clock.ts';
import {foldersOf} from './platform/folders.ts';
import {systemPorts} from './ports.ts';
import type {Command} from './start.tsx';
import {waitingCalls} from './state/select.ts';
import type {ToolCall} from './state/state.ts';
import {sessionFolder} from './storage/journal.ts';
import {openSession} from './storage/open-session.ts';
import {createRedactor, knownSecrets} from './storage/redact.ts';
import {lastSession} from './storage/sessions.ts';
import {readSettings} from './storage/settings.ts';
import {neutralise, reveal} from './text/neutralise.ts';

/**
 * The conversation line by line, for screen readers and for terminals that can do nothing else:
 * what is said is said once, nothing moves, nothing ticks. Cards are questions answered by a word.
 */
export async function startLinear(command: Command): Promise<number> {
	const folders = foldersOf(process.env, process.platform);
	const {settings: own, warnings} = readSettings(folders.config);
	const settings = withGlobals(own, command.flags);
	const opened = openSession({
		folder: folders.state,
		wanted: wantedSession(command, folders.state),
		clock: systemClock(),
		redactor: createRedactor(knownSecrets(process.env, settings.providers)),
		onProblem: ({message}) => say(message),
	});
	if (!opened.ok) {
		say(opened.failure.message);
		return 1;
	}
	warnings.forEach(say);
	const {session, history, journal} = opened.value;
	let quit: () => void = () => {};
	const left = new Promise<void>(resolve => {
		quit = resolve;
	});
	const app = createApp(
		systemPorts({
			env: process.env,
			cwd: process.cwd(),
			version,
			settings,
			session,
			history,
			journal,
			headless: null,
			frontEnd: intent =>
				intent.type === 'quit' ? quit() : say(`${intent.type} needs the full screen.`),
			terminalsFolder: `${sessionFolder(folders.state, session)}/terminals`,
		}),
	);
	app.store.onEvent(event => tell(app, event));
	waitingCalls(app.store.state()).forEach(ask);
	say('agent-tui, line by line. Write a message and press Enter. /quit ends.');
	const lines = createInterface({input: process.stdin});
	lines.on('line', line => hear(app, line.trim()));
	lines.on('close', () => quit());
	process.on('SIGINT', () =>
		app.store.state().chat.turn ? app.perform({type: 'interrupt'}) : quit(),
	);
	if (command.command === '' && command.words.length > 0) {
		app.perform({type: 'send', text: command.words.join(' ')});
	}
	await left;
	lines.close();
	await app.stop('quit');
	return 0;
}

function wantedSession({command, words}: Command, state: string): SessionId | null {
	return command === 'resume'
		? ((words[0] ??
				lastSession(state, process.cwd()) ??
				lastSession(state, null)) as SessionId | null)
		: null;
}

function say(text: string): void {
	process.stdout.write(`${neutralise(text)}\n`);
}

function tell(app: App, event: Stamped): void {
	switch (event.type) {
		case 'reply.ended': {
			const reply = app.store
				.state()
				.chat.items.findLast(item => item.type === 'reply' && item.id === event.reply);
			return reply?.type === 'reply' && reply.text !== '' ? say(`Agent: ${reply.text}`) : undefined;
		}
		case 'authorization.asked': {
			const call = app.store.state().calls.get(event.call);
			return call && ask(call);
		}
		case 'tool.started':
			return say(`Running: ${reveal(app.store.state().calls.get(event.call)?.summary ?? '')}`);
		case 'tool.ended':
			return say(`Tool ended: ${event.outcome.status}.`);
		case 'turn.ended':
			return event.failure ? say(`Failed: ${event.failure.message}`) : undefined;
		case 'notice.shown':
			return say(event.text);
	}
}

function ask({scope, host, tool, summary}: ToolCall): void {
	say(
		`Question: allow ${scope ?? ''} on ${host}? ${tool}: ${reveal(summary)}\nAnswer yes, session, no, or no and a reason.`,
	);
}

/** While a card waits, only an answer is an answer; any other line goes to the agent. */
function hear(app: App, line: string): void {
	const [call] = waitingCalls(app.store.state());
	const [word = '', ...rest] = line.split(' ');
	const verdicts: Readonly<Record<string, 'once' | 'session' | 'deny'>> = {
		yes: 'once',
		session: 'session',
		no: 'deny',
	};
	const verdict = verdicts[word];
	if (call && verdict) {
		const reason = rest.join(' ');
		app.perform({
			type: 'answer',
			call: call.id,
			verdict:
				verdict === 'deny' ? {type: 'deny', ...(reason !== '' && {reason})} : {type: verdict},
		});
	} else if (line.startsWith('/')) {
		runCommand(app, line);
	} else if (line.startsWith('!') && line.length > 1) {
		app.perform({type: 'run-shell', command: line.slice(1)});
	} else if (line !== '') {
		app.perform({type: 'send', text: line});
	}
}

function runCommand(app: App, line: string): void {
	const [name = '', ...rest] = line.slice(1).split(' ');
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	const answer = command?.run(rest.join(' '), {
		state: app.store.state(),
		themes: [],
		rules: [],
		now: systemClock().now(),
	});
	if (!answer || 'problem' in answer) {
		say(answer ? answer.problem : `There is no /${name}.`);
		return;
	}
	for (const intent of answer) {
		performLinear(app, intent);
	}
}

function performLinear(app: App, intent: Intent): void {
	switch (intent.type) {
		case 'open-overlay':
			return intent.overlay.type === 'text'
				? intent.overlay.lines.forEach(say)
				: say('This list needs the full screen; write what you want after the command.');
		case 'compose':
		case 'search':
		case 'copy':
		case 'browse':
			return say(`${intent.type} needs the full screen.`);
		default:
			return app.perform(intent);
	}
}
