import {describe, expect, it} from 'vitest';
import {allowedScopes, parseArguments} from '../../source/cli/arguments.ts';
import {flagText, flagTexts, hasFlag, opensScreen} from '../../source/cli/parsed.ts';
import {
	type CliCommand,
	commands,
	type Flag,
	flagsOf,
	globalFlags,
	openCommand,
} from '../../source/cli/table.ts';

/** As a shell would split it, quotes aside. */
const parse = (line: string) => parseArguments(line === '' ? [] : line.split(' '));

describe('what is asked for', () => {
	it.each([
		['', '', []],
		['fix the tests', '', ['fix', 'the', 'tests']],
		['-- --help', '', ['--help']],
		['-- sessions', '', ['sessions']],
		['exec hello', 'exec', ['hello']],
		['exec -', 'exec', ['-']],
		['exec -- -x --json', 'exec', ['-x', '--json']],
		['exec -5', 'exec', ['-5']],
		['resume', 'resume', []],
		['resume 2026', 'resume', ['2026']],
		['config set a.b -1', 'config', ['set', 'a.b', '-1']],
		['completion zsh', 'completion', ['zsh']],
		['logs --type tool turn --failures', 'logs', []],
	])('%j is the command %j with words %j', (line, command, words) => {
		expect(parse(line)).toMatchObject({status: 'run', command, words});
	});

	it.each([
		[
			'exec --json --allow shell,read --max-turns 3 --session 20 hi',
			{json: true, allow: ['shell,read'], 'max-turns': ['3'], session: ['20']},
		],
		[
			'--model=a/b --theme light exec hi --provider x',
			{model: ['a/b'], theme: ['light'], provider: ['x']},
		],
		['proxy --port 0 --host 127.0.0.1 --json', {port: ['0'], host: ['127.0.0.1'], json: true}],
		['logs --type tool turn --type reply,message', {type: ['tool', 'turn', 'reply,message']}],
		[
			'--low-bandwidth --screen-reader --no-color',
			{'low-bandwidth': true, 'screen-reader': true, 'no-color': true},
		],
		['exec --hop web:/srv hi', {hop: ['web:/srv']}],
		['doctor --json --online --cwd /tmp', {json: true, online: true, cwd: ['/tmp']}],
	])('%j has its flags', (line, flags) => {
		const parsed = parse(line);
		expect(parsed.status === 'run' && Object.fromEntries(parsed.flags)).toEqual(flags);
	});

	it.each([
		['--help', {status: 'help', command: ''}],
		['-h', {status: 'help', command: ''}],
		['exec --help', {status: 'help', command: 'exec'}],
		['--help exec', {status: 'help', command: 'exec'}],
		['launch --help', {status: 'help', command: 'launch'}],
		['mcp -h', {status: 'help', command: 'mcp'}],
		['exec -h --model x', {status: 'help', command: 'exec'}],
		['--version', {status: 'version'}],
		['-v', {status: 'version'}],
		['-vh', {status: 'help', command: ''}],
	] as const)('%j is %j', (line, expected) => {
		expect(parse(line)).toEqual(expected);
	});

	it('opens the screen only without a command and for resume', () => {
		const screens = ['', 'hello world', 'resume', 'sessions', 'exec x', '--help', '--nonsense'];
		expect(screens.filter(line => opensScreen(parse(line)))).toEqual(['', 'hello world', 'resume']);
	});
});

describe('wrong use', () => {
	it.each([
		['sesions', 'There is no command "sesions". Did you mean "sessions"?'],
		['exce hello', 'Did you mean "exec"?'],
		['conf', 'Did you mean "config"?'],
		['--modle x', 'There is no option "--modle". Did you mean "--model"?'],
		['exec --jsn hi', 'There is no option "--jsn" of "exec". Did you mean "--json"?'],
		['--json', 'There is no option "--json". It belongs to "exec" and comes after that word.'],
		['--frobnicate', 'There is no option "--frobnicate". See: agent-tui --help'],
		['exec --frobnicate', 'See: agent-tui exec --help'],
		['-x', 'There is no option "-x".'],
		['-hx', 'There is no option "-x" (in -hx).'],
		['--model', '--model needs a value: --model NAME'],
		['--model --theme x', '--model needs a value: --model NAME'],
		['--model=', '--model needs a value'],
		['--no-color=yes', '--no-color takes no value.'],
		['proxy --port 70000', '--port must be a port from 0 to 65535, not "70000".'],
		['proxy --port abc', '--port must be a port'],
		['exec --max-turns 0 hi', '--max-turns must be a whole number of at least 1, not "0".'],
		['exec --allow shel hi', 'There is no scope "shel". Did you mean "shell"?'],
		['exec --allow shell,mcp: hi', 'There is no scope "mcp:".'],
		['sessions all', '"sessions" has no "all".'],
		['resume a b', '"resume" does not take "b".'],
		[
			'config st a b',
			'"config" has no "st". Did you mean "set"? It takes path, get, set, list, edit.',
		],
		['completion tcsh', '"completion" has no "tcsh".'],
		['logs --type', '--type needs a value'],
	])('%j exits with 2 and says what to do', (line, message) => {
		const parsed = parse(line);
		expect(parsed).toMatchObject({status: 'refused', exitCode: 2});
		expect(parsed.status === 'refused' && parsed.message).toContain(message);
	});

	it('a message of several words in quotes is never taken for a command', () => {
		expect(parseArguments(['sesions are nice'])).toMatchObject({status: 'run', command: ''});
	});
});

describe('a program to launch', () => {
	it.each([
		['launch codex exec --json "x"', ['codex', 'exec', '--json', '"x"']],
		['launch -- x --y', ['x', '--y']],
		['launch --cwd . claude -p --help', ['claude', '-p', '--help']],
	])('%j leaves the program its own words', (line, words) => {
		expect(parse(line)).toMatchObject({status: 'run', command: 'launch', words});
	});

	it('has to be named', () => {
		expect(parse('launch')).toMatchObject({status: 'refused', exitCode: 2});
	});
});

describe('flags', () => {
	it('are read by kind', () => {
		const parsed = parse('exec --model b --model b --json x');
		if (parsed.status !== 'run') {
			throw new Error('not parsed');
		}
		expect(flagText(parsed.flags, 'model')).toBe('b');
		expect(flagTexts(parsed.flags, 'model')).toEqual(['b', 'b']);
		expect(flagText(parsed.flags, 'json')).toBe(undefined);
		expect(flagTexts(parsed.flags, 'theme')).toEqual([]);
		expect(hasFlag(parsed.flags, 'json')).toBe(true);
		expect(hasFlag(parsed.flags, 'help')).toBe(false);
	});

	it('split scopes at commas, and every --allow adds to those before', () => {
		const scopesOf = (...words: readonly string[]) => {
			const parsed = parseArguments(['exec', ...words, 'x']);
			return parsed.status === 'run' ? allowedScopes(parsed.flags) : parsed;
		};
		expect(scopesOf('--allow', ' shell, read ,mcp:files,')).toEqual(['shell', 'read', 'mcp:files']);
		expect(scopesOf('--allow', 'write', '--allow=shell')).toEqual(['write', 'shell']);
		expect(scopesOf()).toEqual([]);
	});

	it('with one value are refused with another one, in every command', () => {
		const valueFor = ({kind}: Flag, start: string) =>
			kind === 'port' || kind === 'count' || kind === 'dollars' ? `${start}1` : `v${start}`;
		for (const command of [openCommand, ...(commands as readonly CliCommand[])]) {
			const single = flagsOf(command).filter(({value, many}) => value !== undefined && !many);
			for (const flag of single) {
				const [first, second] = [valueFor(flag, '1'), valueFor(flag, '2')];
				const own = command.name === '' ? [] : [command.name];
				const parsed = parseArguments([
					...own,
					...[`--${flag.name}`, first, `--${flag.name}`, second],
				]);
				const message = `--${flag.name} takes one value, and two are given: "${first}" and "${second}".`;
				expect(parsed, `${command.name} ${flag.name}`).toMatchObject({status: 'refused', message});
			}
		}
	});

	it('have one meaning each within a command', () => {
		for (const command of commands as readonly CliCommand[]) {
			const names = [...command.flags, ...globalFlags].map(({name}) => name);
			expect(new Set(names).size, command.name).toBe(names.length);
		}
	});
});
