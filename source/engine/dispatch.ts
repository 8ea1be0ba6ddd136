import {assertNever} from '../events/assert-never.ts';
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
		perform(parts, intent);
	}
}

/**
 * Intents that a screen sends by itself when it opens. All others may need the whole past of the
 * session.
 */
const leavesPast: ReadonlySet<EngineIntent['type']> = new Set<EngineIntent['type']>([
	'choose-model',
	'notify',
	'reply-shown',
	'resize-terminal',
]);

type ActingIntent = Exclude<EngineIntent, RecordingIntent>;

/**
 * Performs the intents that do more than add an event. The switch is exhaustive, with a line for
 * each.
 */
function perform(parts: EngineParts, intent: ActingIntent): void {
	const {turns} = parts;
	switch (intent.type) {
		case 'send':
		case 'queue':
			warnOfSecret(parts, intent.text);
			return turns[intent.type](intent.text);
		case 'unqueue':
			return turns.unqueue(intent.message);
		case 'interrupt':
			return turns.interrupt();
		case 'answer':
		case 'revoke':
		case 'edit-call':
		case 'undo-change':
			return performOnCalls(parts, intent);
		case 'add-rule':
			return void addRule(parts, intent.rule);
		case 'remove-rule':
			return void removeRule(parts, intent.rule);
		case 'type-into':
		case 'resize-terminal':
		case 'control-terminal':
		case 'allow-in-terminal':
		case 'close-terminal':
		case 'clear-scrollback':
			return performOnTerminal(parts, intent);
		case 'end-survivors':
			return void endSurvivors(parts, intent.terminals);
		case 'hop':
		case 'leave-hop':
		case 'retry-hop':
		case 'answer-hop':
			return performOnHop(parts, intent);
		case 'answer-trust':
			return parts.project?.answer(intent.question, intent.answer);
		case 'ask-trust':
			return parts.project?.askAgain();
		case 'choose-model':
			return chooseModel(parts, intent);
		case 'choose-effort':
			return chooseEffort(parts, intent.effort);
		case 'compact-context':
			return turns.compact(intent.focus);
		case 'restart-proxy':
		case 'cancel-action':
		case 'act-now':
		case 'clear-incidents':
			return performOnProxy(parts, intent);
		case 'set-debug':
		case 'write-report':
			return performOnRecords(parts, intent);
		default:
			return assertNever(intent);
	}
}

function performOnCalls(
	parts: EngineParts,
	intent: Extract<EngineIntent, {type: 'answer' | 'revoke' | 'edit-call' | 'undo-change'}>,
): void {
	const {gate, turns} = parts;
	switch (intent.type) {
		case 'answer':
			return gate.answer(intent.call, intent.verdict, 'key', intent.screen);
		case 'revoke':
			return gate.revoke(intent.grant);
		case 'edit-call':
			return void turns.edit(intent);
		case 'undo-change':
			return void undoAndTell(parts);
		default:
			return assertNever(intent);
	}
}

/** Warns the person of a secret in the message, which the model gets redacted. */
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

function performOnTerminal(
	parts: EngineParts,
	intent: Extract<EngineIntent, {readonly terminal: TerminalId}>,
): void {
	const {terminals} = parts;
	switch (intent.type) {
		case 'type-into':
			terminals.write(intent.terminal, intent.bytes, {by: 'user'});
			return;
		case 'resize-terminal':
			terminals.resize(intent.terminal, intent);
			return;
		case 'control-terminal':
			terminals.control(intent.terminal, intent.by);
			return;
		case 'allow-in-terminal':
			allowInTerminal(parts, intent);
			return;
		case 'close-terminal':
			void terminals.close(intent.terminal, {force: true});
			return;
		case 'clear-scrollback':
			terminals.view(intent.terminal)?.clearScrollback();
			return;
		default:
			return assertNever(intent);
	}
}

function performOnHop(
	parts: EngineParts,
	intent: Extract<EngineIntent, {type: 'hop' | 'leave-hop' | 'retry-hop' | 'answer-hop'}>,
): void {
	const {remoteHosts} = parts;
	switch (intent.type) {
		case 'hop':
			void switchHost(parts, intent.target, 'when ready');
			return;
		case 'leave-hop':
			void leaveHost(parts, intent.host);
			return;
		case 'retry-hop':
			return remoteHosts.retry(intent.host);
		case 'answer-hop':
			return remoteHosts.answer(intent.question, intent.answer);
		default:
			return assertNever(intent);
	}
}

function performOnProxy(
	{monitoring: {supervisor, watchdog}}: EngineParts,
	intent: Extract<
		EngineIntent,
		{type: 'restart-proxy' | 'cancel-action' | 'act-now' | 'clear-incidents'}
	>,
): void {
	switch (intent.type) {
		case 'restart-proxy':
			return supervisor.restart();
		case 'cancel-action':
			return watchdog.cancel();
		case 'act-now':
			return watchdog.goAhead();
		case 'clear-incidents':
			return watchdog.clear();
		default:
			return assertNever(intent);
	}
}

function performOnRecords(
	{blackBox, append}: EngineParts,
	intent: Extract<EngineIntent, {type: 'set-debug' | 'write-report'}>,
): void {
	const say = (level: 'info' | 'warn', text: string) => append({type: 'notice.shown', level, text});
	switch (intent.type) {
		case 'set-debug':
			blackBox.set(intent.isOn);
			return say(
				'info',
				intent.isOn
					? `Debug is on: ${blackBox.live.snapshot().path}`
					: 'Debug is off. What was recorded stays there.',
			);
		case 'write-report': {
			const path = blackBox.report('asked');
			return path === null
				? say('warn', 'The report could not be written.')
				: say('info', `The report is in ${path}`);
		}
		default:
			return assertNever(intent);
	}
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
