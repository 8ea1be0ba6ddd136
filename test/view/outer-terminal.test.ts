import {expect, it} from 'vitest';
import {knowsProgress, notificationBytes} from '../../source/view/outer-terminal.ts';

it.each<[boolean, Record<string, string>]>([
	[true, {TERM_PROGRAM: 'ghostty'}],
	[true, {TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.6'}],
	[true, {TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.10.0'}],
	[false, {TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.14'}],
	[false, {TERM_PROGRAM: 'iTerm.app'}],
	[false, {TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809-5046fc22'}],
	[true, {TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20250811-090000-0123abcd'}],
	[true, {WT_SESSION: 'a-b'}],
	[true, {ConEmuANSI: 'ON'}],
	[false, {VTE_VERSION: '7600'}],
	[true, {VTE_VERSION: '8203'}],
	[false, {VTE_VERSION: '8203', TMUX: '/tmp/tmux'}],
	[false, {KITTY_WINDOW_ID: '1'}],
	[false, {TERM: 'xterm-256color'}],
])('shows progress: %j in %j', (expected, env) => {
	expect(knowsProgress(env)).toBe(expected);
});

it.each<[string, Record<string, string>]>([
	['\u001B]99;i=agent-tui;a; b\u001B\\', {KITTY_WINDOW_ID: '1'}],
	['\u001B]9;a; b\u001B\\', {TERM_PROGRAM: 'WezTerm'}],
	['\u001B]777;notify;agent-tui;a, b\u001B\\', {TERM: 'foot'}],
	['\u001BPtmux;\u001B\u001B]9;a; b\u001B\u001B\\\u001B\\', {LC_TERMINAL: 'iTerm2', TMUX: '/t'}],
	['', {TERM: 'xterm-256color'}],
	['', {TERM_PROGRAM: 'Apple_Terminal'}],
])('notifies by %j in %j', (bytes, env) => {
	expect(notificationBytes('a; b', env)).toBe(bytes);
});

it('a name with control characters cannot end the notification and begin something else', () => {
	const bytes = notificationBytes('a\u001B]52;c;eA==\u0007\u009Cb', {KITTY_WINDOW_ID: '1'});
	expect(bytes).toBe('\u001B]99;i=agent-tui;a ]52;c;eA==  b\u001B\\');
});
