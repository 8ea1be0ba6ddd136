import type {AvailableCommand} from '@agentclientprotocol/sdk';
import {commands} from '../../../commands/index.ts';
import type {Engine} from '../../engine/engine.ts';
import type {SessionId} from '../../events/ids.ts';
import type {Clock} from '../../platform/clock.ts';
import type {State} from '../../state/state.ts';
import {expandCommand, type UserCommand} from '../../storage/commands.ts';
import {readCommand, runNamed} from '../../view/command.ts';
import {type Intent, isFrontEndIntent} from '../../view/ui-state/intent.ts';
import {overlayLines} from '../linear/lists.ts';
import {type Presenter, requestFromSession} from '../session-requests.ts';
import {codeBlock} from './call-words.ts';

export type CommandPorts = {
	readonly engine: Engine;
	readonly clock: Clock;
	readonly session: SessionId;
	readonly remote: Presenter['remote'];
	readonly state: () => State;
	/** Shows a text to the person in the conversation, as Markdown. */
	readonly say: (text: string) => void;
	/** The commands that the person has defined. */
	readonly own: readonly UserCommand[];
};

/** The built-in commands that work in an editor. All others are about our own screen. */
const withoutScreen = [
	'calls',
	'clear',
	'compact',
	'context',
	'cost',
	'diff',
	'doctor',
	'effort',
	'export',
	'hop',
	'init',
	'mcp',
	'mode',
	'model',
	'rename',
	'rules',
	'stats',
	'undo',
] as const satisfies readonly (keyof typeof commands)[];

export function availableCommands(own: readonly UserCommand[]): AvailableCommand[] {
	return [
		...withoutScreen.map(name => {
			const {summary, usage} = commands[name]!;
			return {name, description: summary, ...(usage && {input: {hint: usage}})};
		}),
		...own
			.filter(({name}) => !Object.hasOwn(commands, name))
			.map(({name, description, argument}) => ({
				name,
				description,
				...(argument && {input: {hint: argument}}),
			})),
	];
}

/**
 * Runs a message that is a command. Returns null if it was a built-in command; the prompt that a
 * person's own command stands for; or the unchanged message if it is no command.
 */
export async function runCommand(ports: CommandPorts, text: string): Promise<string | null> {
	const written = readCommand(text);
	const {name, argument} = written;
	if (!text.startsWith('/') || name === '') {
		return text;
	}
	if (!Object.hasOwn(commands, name)) {
		const own = ports.own.find(one => one.name === name);
		return own ? expandCommand(own, argument) : text;
	}
	if (!(withoutScreen as readonly string[]).includes(name)) {
		ports.say(`/${name} is about the screen of agent-tui: ${howToAttach(ports)}`);
		return null;
	}
	const {engine, state, clock} = ports;
	// The engine answers this query by reading the rules again. Some commands show the rules.
	const {theme} = await engine.query({type: 'settings'});
	const answer = runNamed(commands, written, {
		theme,
		themes: [],
		state: state(),
		now: clock.now(),
	});
	if (!answer || 'problem' in answer) {
		ports.say(answer?.problem ?? `There is no /${name}.`);
		return null;
	}
	for (const intent of answer) {
		await perform(ports, intent);
	}
	return null;
}

function howToAttach({session}: Pick<CommandPorts, 'session'>): string {
	return `agent-tui attach ${session}`;
}

async function perform(ports: CommandPorts, intent: Intent): Promise<void> {
	const {engine, session, remote, state, say} = ports;
	if (isFrontEndIntent(intent)) {
		return requestFromSession(intent, {
			query: engine.query,
			session,
			state,
			canDetach: false,
			remote,
			say: (_, text) => say(text),
			show: overlay => showLines(ports, overlay),
			leave() {},
			enterTerminal() {},
		});
	}
	switch (intent.type) {
		case 'add-rule':
			// An editor can send prompts by itself, so a prompt must not add a rule that allows
			// something. A person can add it on a screen.
			return intent.rule.then === 'allow'
				? say(`What is allowed for good is said on a screen: ${howToAttach(ports)}`)
				: engine.dispatch(intent);
		case 'open-overlay':
			return showLines(ports, intent.overlay);
		case 'compose':
			return say(`Write ${intent.text.trim()} and what follows it.`);
		case 'close-overlay':
		case 'tell-engine':
		case 'tell-elsewhere':
		case 'choose-theme':
		case 'focus':
		case 'select-terminal':
		case 'search':
		case 'copy':
		case 'zoom':
		case 'toggle-mouse':
			return;
		default:
			engine.dispatch(intent);
	}
}

function showLines({say}: CommandPorts, overlay: Parameters<typeof overlayLines>[0]): void {
	if (overlay.type === 'picker') {
		// A list can't be used here, so its rows are shown as text. The choice is typed behind the
		// command's name.
		const rows = overlay.items.map(({label, detail}) => `${label}${detail ? `  ${detail}` : ''}`);
		return say(`${overlay.title}:\n\n${codeBlock(rows.join('\n'))}`);
	}
	const list = {open() {}, choose: () => null};
	say(codeBlock(overlayLines(overlay, {list, commands}).join('\n')));
}
