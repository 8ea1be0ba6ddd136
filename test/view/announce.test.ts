import {expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../source/events/ids.ts';
import {defaultFrontEndSettings} from '../../source/events/settings.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {reduce} from '../../source/state/reduce.ts';
import {announce} from '../../source/view/announce.ts';
import type {OptionalModes} from '../../source/view/paint/terminal-modes.ts';

const kitty = {KITTY_WINDOW_ID: '1'};
const ghostty = {TERM_PROGRAM: 'ghostty'};

const turn = 'turn_1' as TurnId;
const call = 'call_1' as CallId;
const started = {type: 'turn.started', turn};
const ended = {type: 'turn.ended', turn, ending: 'completed'};
const card = [
	{
		type: 'tool.proposed',
		...{call, turn, reply: 'reply_1' as ReplyId, tool: 'unified_exec', raw: '{}', input: {}},
		...{scope: 'shell', host: localHost, cwd: '/', summary: 'cat secret-plan'},
	},
	{
		type: 'authorization.asked',
		...{ask: 'ask_1' as AskId, call, scope: 'shell', host: localHost, expiresAt: 9e9},
	},
];

function open({
	env,
	bell = false,
	notifications = true,
}: {
	env: Record<string, string>;
	bell?: boolean;
	notifications?: boolean;
}) {
	let state = emptyState;
	let seq = 0;
	let told = () => {};
	const written: string[] = [];
	const progress: string[] = [];
	const settings = {...defaultFrontEndSettings, bell, notifications};
	const announcer = announce({
		store: {
			state: () => state,
			subscribe(listener) {
				told = listener;
				return () => {};
			},
		},
		modes: {
			change(modes: Partial<OptionalModes>) {
				progress.push(...(modes.progress === undefined ? [] : [modes.progress]));
			},
		},
		stream: {write: (text: string) => written.push(text)} as never,
		ui: {snapshot: () => ({settings})},
		env,
	});
	return {
		announcer,
		progress,
		written: () => written.splice(0).join(''),
		say(...events: readonly object[]) {
			for (const event of events) {
				seq += 1;
				state = reduce(state, {v: 1, seq, at: 1000, ...event} as Stamped);
				told();
			}
		},
	};
}

it('a card and the end of a turn notify where the terminal is not looked at, and only there', () => {
	const {announcer, say, written} = open({env: kitty});
	say(started, ...card);
	expect(written()).toBe('');
	announcer.focused(false);
	say({type: 'authorization.answered', ask: 'ask_1', call, verdict: 'deny', by: 'user'}, ended);
	expect(written()).toMatch(/^\u001B\]99;i=agent-tui;The turn has ended: agent-tui\u001B\\$/);
	announcer.focused(true);
	say(started, ended);
	expect(written()).toBe('');
});

it('a notification names no command, because it stands on a locked screen too', () => {
	const {announcer, say, written} = open({env: kitty});
	announcer.focused(false);
	say(started, ...card);
	expect(written()).toBe('\u001B]99;i=agent-tui;agent-tui waits for you:\u001B\\');
});

it('nothing notifies where it is switched off, and the bell rings on its own account', () => {
	const {announcer, say, written} = open({env: kitty, bell: true, notifications: false});
	announcer.focused(false);
	say(started, ...card);
	expect(written()).toBe('\u0007');
});

it('the taskbar shows the turn until it ends, and that a card holds it up', () => {
	const {say, progress} = open({env: ghostty});
	say(started, ...card, ended);
	expect(progress).toEqual(['works', 'waits', 'none']);
});

it('a terminal without progress is sent none: it would be a notification there', () => {
	const {say, progress} = open({env: kitty});
	say(started, ...card, ended);
	expect(progress).toEqual([]);
});
