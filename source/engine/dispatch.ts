import type {TerminalId} from '../events/ids.ts';
import {
	type EngineIntent,
	isRecording,
	type RecordingIntent,
	recordedEvent,
} from '../events/intent.ts';
import {addRule, removeRule} from './change-rules.ts';
import {chooseEffort} from './choose-effort.ts';
import {chooseModel} from './choose-model.ts';
import type {EngineParts} from './engine-parts.ts';
import {performOnServer} from './mcp-actions.ts';
import {isAllowedReadOnly} from './read-only-intents.ts';
import {leaveHost} from './remote-hosts/leave-host.ts';
import {switchHost} from './remote-hosts/switch-host.ts';
import {endSurvivors} from './survivors.ts';
import {undoLast} from './undo-changes.ts';

export function dispatch(parts: EngineParts, intent: EngineIntent): void {
	const {readOnly} = parts.ports;
	if (!leavesPast.has(intent.type)) {
		parts.latePast.readAll();
	}
	if (readOnly !== null && !isAllowedReadOnly(intent)) {
		parts.append({type: 'notice.shown', level: 'warn', text: readOnly});
	} else if (isRecording(intent)) {
		parts.append(recordedEvent(intent));
	} else {
		const act = actions[intent.type] as Act<ActingIntent>;
		act(parts, intent);
	}
}

/**
 * Intents that don't need the whole past of the session. Screens send them by themselves when they
 * open, which must not wait until a long past has been read.
 */
const leavesPast: ReadonlySet<EngineIntent['type']> = new Set<EngineIntent['type']>([
	'choose-model',
	'notify',
	'reply-shown',
	'resize-terminal',
]);

type ActingIntent = Exclude<EngineIntent, RecordingIntent>;

type Act<Intent> = (parts: EngineParts, intent: Intent) => void;

/** What each intent does, except those that only add an event. */
const actions: {
	readonly [Type in ActingIntent['type']]: Act<Extract<ActingIntent, {readonly type: Type}>>;
} = {
	send(parts, {text}) {
		warnOfSecret(parts, text);
		parts.turns.send(text);
	},
	queue(parts, {text}) {
		warnOfSecret(parts, text);
		parts.turns.queue(text);
	},
	unqueue: ({turns}, {message}) => turns.unqueue(message),
	interrupt: ({turns}) => turns.interrupt(),
	answer: ({gate}, {call, verdict, screen}) => gate.answer(call, verdict, 'key', screen),
	revoke: ({gate}, {grant}) => gate.revoke(grant),
	'edit-call': ({turns}, intent) => void turns.edit(intent),
	'undo-change': parts => parts.acts.begin(undoAndTell(parts)),
	'add-rule': (parts, {rule}) => void addRule(parts, rule),
	'remove-rule': (parts, {rule}) => void removeRule(parts, rule),
	'type-into': ({terminals}, {terminal, bytes}) =>
		void terminals.write(terminal, bytes, {by: 'user'}),
	'resize-terminal': ({terminals}, intent) => void terminals.resize(intent.terminal, intent),
	'control-terminal': ({terminals}, {terminal, by}) => void terminals.control(terminal, by),
	'allow-in-terminal': allowInTerminal,
	'close-terminal': ({terminals}, {terminal}) => void terminals.close(terminal, {force: true}),
	'clear-scrollback': ({terminals}, {terminal}) => terminals.view(terminal)?.clearScrollback(),
	'end-survivors': (parts, {terminals}) => void endSurvivors(parts, terminals),
	hop: (parts, {target}) => void switchHost(parts, target, 'when ready'),
	'leave-hop': (parts, {host}) =>
		void leaveHost({...parts, endServers: parts.ports.mcpServers?.leaveMachine}, host),
	'retry-hop': ({remoteHosts}, {host}) => remoteHosts.retry(host),
	'answer-hop'({serverRequests, remoteHosts}, {question, answer}) {
		// The question may be an MCP server's or a host's. Whoever has not asked it ignores the answer.
		serverRequests.answer(question, answer);
		remoteHosts.answer(question, answer);
	},
	'answer-trust': ({project}, {question, answer}) => project?.answer(question, answer),
	'ask-trust': ({project}) => project?.askAgain(),
	'choose-model': chooseModel,
	'choose-effort': (parts, {effort}) => chooseEffort(parts, effort),
	'compact-context': ({turns}, {focus}) => turns.compact(focus),
	'restart-server': (parts, intent) => parts.acts.begin(performOnServer(parts, intent)),
	'switch-server': (parts, intent) => parts.acts.begin(performOnServer(parts, intent)),
	'restart-proxy': ({monitoring}) => monitoring.supervisor.restart(),
	'cancel-action': ({monitoring}) => monitoring.watchdog.cancel(),
	'act-now': ({monitoring}) => monitoring.watchdog.goAhead(),
	'clear-incidents': ({monitoring}) => monitoring.watchdog.clear(),
	'set-debug': setDebug,
	'write-report': writeReport,
};

/**
 * Warns the person if the message holds a secret. The model gets the message with the secret
 * replaced.
 */
function warnOfSecret({ports, append}: EngineParts, text: string): void {
	const mark = ports.redactor.text(text) === text ? null : ports.redactor.marks(text).keys().next();
	if (mark?.value !== undefined) {
		append({
			type: 'notice.shown',
			level: 'warn',
			text: `The model is not shown a secret in your message, only ${mark.value}.`,
		});
	}
}

function setDebug({blackBox, append}: EngineParts, {isOn}: {readonly isOn: boolean}): void {
	blackBox.set(isOn);
	append({
		type: 'notice.shown',
		level: 'info',
		text: isOn
			? `Debug is on: ${blackBox.live.snapshot().path}`
			: 'Debug is off. What was recorded stays there.',
	});
}

function writeReport({blackBox, append}: EngineParts): void {
	const path = blackBox.report('asked');
	append({
		type: 'notice.shown',
		level: path === null ? 'warn' : 'info',
		text: path === null ? 'The report could not be written.' : `The report is in ${path}`,
	});
}

function allowInTerminal(
	{terminals}: EngineParts,
	{terminal, what}: {terminal: TerminalId; what: 'see' | 'type-hidden'},
): void {
	terminals.share(terminal);
	if (what === 'type-hidden') {
		terminals.allowHiddenInput(terminal);
	}
}

/** Undoes the last change, and shows a notice about success or failure. */
async function undoAndTell({append, store, undoStore}: EngineParts): Promise<void> {
	const done = await undoLast(store, undoStore);
	append({
		type: 'notice.shown',
		level: done.ok ? 'info' : 'warn',
		text: done.ok ? done.value : done.failure.message,
	});
}
