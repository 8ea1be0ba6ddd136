import {describe, expect, it} from 'vitest';
import {sessionEnvironment} from '../../source/terminal/environment.ts';

const own = {
	PATH: '/bin',
	HOME: '/home/me',
	LC_ALL: 'de_DE.UTF-8',
	OPENAI_API_KEY: 'sk-secret',
	AWS_SECRET_ACCESS_KEY: 'secret',
	GITHUB_TOKEN: 'secret',
	XDG_SESSION_TOKEN: 'secret',
	CONDA_PASSWORD: 'secret',
	SSH_AUTH_SOCK: '/tmp/agent',
	TMUX: '/tmp/tmux',
	STY: 'screen',
	COLUMNS: '80',
	LINES: '24',
	GIT_TERMINAL_PROMPT: '0',
	TERM: 'dumb',
	PAGER: 'most',
	https_proxy: 'http://proxy:3128',
	HTTP_PROXY: 'http://me:secret@proxy:3128',
	MY_OWN: 'x',
	EMPTY: undefined,
};

describe('the environment of a session', () => {
	const model = sessionEnvironment(own, {owner: 'model', marker: 'm1'});

	it('lets through what programs need', () => {
		expect(model).toMatchObject({
			PATH: '/bin',
			HOME: '/home/me',
			LC_ALL: 'de_DE.UTF-8',
			SSH_AUTH_SOCK: '/tmp/agent',
			https_proxy: 'http://proxy:3128',
		});
	});

	it('holds no key, no token and no password', () => {
		expect(JSON.stringify(model)).not.toContain('secret');
	});

	it.each(['TMUX', 'STY', 'COLUMNS', 'LINES', 'GIT_TERMINAL_PROMPT', 'MY_OWN', 'EMPTY'])(
		'leaves out %s',
		name => {
			expect(Object.keys(model)).not.toContain(name);
		},
	);

	it('says what terminal this is and whose', () => {
		expect(model).toMatchObject({
			TERM: 'xterm-256color',
			COLORTERM: 'truecolor',
			AGENT_TUI_SESSION: 'm1',
		});
	});

	it('spares the model a pager and leaves the user theirs', () => {
		const user = sessionEnvironment(own, {owner: 'user', marker: 'm2'});
		expect(model).toMatchObject({PAGER: 'cat', GIT_PAGER: 'cat', GH_PAGER: 'cat'});
		expect(user['PAGER']).toBe('most');
		expect(user['GIT_PAGER']).toBeUndefined();
	});

	it('has a language even when this program has none', () => {
		expect(sessionEnvironment({}, {owner: 'model', marker: 'm'})['LANG']).toBe('C.UTF-8');
	});

	it('lets through what the user names', () => {
		const also = sessionEnvironment(own, {owner: 'model', marker: 'm', also: ['MY_OWN']});
		expect(also['MY_OWN']).toBe('x');
	});
});
