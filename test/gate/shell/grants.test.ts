import {describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost, type TerminalId} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {type Decision, type DecisionContext, decide} from '../../../source/gate/decide.ts';
import {headlessDecision} from '../../../source/gate/headless.ts';
import type {ToolCall} from '../../../source/state/state.ts';

const place = {cwd: '/home/me/project', workspace: '/home/me/project', home: '/home/me'};
const session: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};

function decisionOf(
	command: string,
	{rules = [], grants = [session]}: Partial<Pick<DecisionContext, 'rules' | 'grants'>> = {},
): Decision {
	return decide(
		{scope: 'shell', host: localHost, tool: 'x', summary: command, exposure: {command}},
		{rules, grants, now: 0, place},
	);
}

function withoutScreen(command: string, allow: readonly string[]): Decision {
	const decision = decisionOf(command, {grants: []});
	const call = {scope: 'shell', host: localHost, summary: command, exposure: {command}};
	return decision.type === 'ask' ? headlessDecision(call as ToolCall, decision, {allow}) : decision;
}

/** Each runs `rm`, however it names it; `evil` stands for any program that a rule may speak of. */
const named = [
	'RUN x',
	'/bin/RUN x',
	'\\RUN x',
	"'RUN' x",
	'"RUN" x',
	'A=1 RUN x',
	'>log RUN x',
	'2>&1 RUN x',
	'ls; RUN x',
	'ls && RUN x',
	'ls || RUN x',
	'ls | RUN x',
	'ls |& RUN x',
	'ls & RUN x',
	'ls\nRUN x',
	'(RUN x)',
	'( (RUN x) )',
	'{ RUN x; }',
	'! RUN x',
	'time RUN x',
	'time -p RUN x',
	'time { RUN x; }',
	'coproc RUN x',
	'coproc name { RUN x; }',
	'if RUN x; then ls; fi',
	'if ls; then RUN x; fi',
	'if ls; then ls; elif RUN x; then ls; fi',
	'if ls; then ls; else RUN x; fi',
	'while RUN x; do ls; done',
	'until ls; do RUN x; done',
	'for a in b; do RUN x; done',
	'for a; do RUN x; done',
	'for ((i=0;i<3;i++)); do RUN x; done',
	'for a in $(RUN x); do ls; done',
	'select a in b; do RUN x; done',
	'case a in a) RUN x;; esac',
	'case a in (b|c) ls;; *) RUN x; esac',
	'case $(RUN x) in a) ls;; esac',
	'function f { RUN x; }; f',
	'f() { RUN x; }; f',
	'f() ( RUN x ); f',
	'f()\n{\nRUN x\n}\nf',
	'echo $(RUN x)',
	'echo "$(RUN x)"',
	'echo "a $(ls "$(RUN x)")"',
	'echo `RUN x`',
	'echo "`RUN x`"',
	'echo $(ls `RUN x`)',
	'echo $(case a in a) RUN x;; esac)',
	"echo $(ls # it's\nRUN x)",
	'a=$(RUN x)',
	'a=$(RUN x) ls',
	'a=($(RUN x))',
	'a[$(RUN x)]=1',
	'export a=$(RUN x)',
	'echo ${a:-$(RUN x)}',
	'echo "${a:-$(RUN x)}"',
	'echo ${a:=`RUN x`}',
	'echo ${a/b/$(RUN x)}',
	'echo $(( $(RUN x) + 1 ))',
	'(( $(RUN x) ))',
	'[[ -n $(RUN x) ]]',
	'[[ a || $(RUN x) ]]',
	'[ -n "$(RUN x)" ]',
	'cat <(RUN x)',
	'ls > >(RUN x)',
	'cat < <(RUN x)',
	'cat <<E\n$(RUN x)\nE',
	'cat <<-E\n\t`RUN x`\n\tE',
	'cat <<< $(RUN x)',
	'cat <<< "$(RUN x)"',
	'ls > $(RUN x)',
	'ls 2> "$(RUN x)"',
	'eval RUN x',
	"eval 'RUN x'",
	'eval "RUN" "x"',
	'exec RUN x',
	'command RUN x',
	'builtin RUN x',
	'env RUN x',
	'env -i A=1 RUN x',
	'env -u A RUN x',
	'nohup RUN x',
	'setsid RUN x',
	'nice -n 5 RUN x',
	'timeout -s KILL 5 RUN x',
	'timeout 5s RUN x',
	'stdbuf -oL RUN x',
	'xargs RUN',
	'ls | xargs -n 1 -P 4 RUN',
	'ls | xargs -I{} RUN {}',
	'ls | xargs -0 env RUN',
	'find . -exec RUN {} +',
	'find . -name a -execdir RUN {} \\;',
	'fd a -x RUN',
	"sh -c 'RUN x'",
	"bash -ec 'ls; RUN x'",
	'bash -c \'sh -c "RUN x"\'',
	"env sh -c 'RUN x'",
	"xargs sh -c 'RUN x'",
	"sh <<'E'\nRUN x\nE",
	'bash -s <<E\nRUN x\nE',
	"bash <<< 'RUN x'",
	"trap 'RUN x' EXIT",
	"trap 'RUN x' DEBUG",
	'sudo RUN x',
	'sudo -u me RUN x',
	'npx RUN x',
	'npm exec -- RUN x',
	'uv run RUN x',
	'busybox RUN x',
	'docker run image RUN x',
	'kubectl exec pod -- RUN x',
	'ssh host RUN x',
	"ssh host 'ls; RUN x'",
	'su -c "RUN x"',
	'watch RUN x',
	'strace -f RUN x',
	'flock lock RUN x',
	'ls &&\\\nRUN x',
	'RU\\\nN x',
	'R"U"N x',
	"R''UN x",
	'[[ a ]] && RUN x',
	'repeat 3 RUN x',
	'noglob RUN x',
];

/** Nobody can tell from these which program runs, or what a later word means. */
const unclear = [
	'su${x}do id',
	'/bin/r? -rf /',
	'{rm,-rf,x}',
	'r{m,} x',
	'r[m] x',
	'$X',
	'$X y',
	'"$X" y',
	'${X} y',
	'$(echo rm) x',
	'`echo rm` x',
	"$'rm' x",
	"$'\\162m' x",
	'$"rm" x',
	'=rm x',
	'~/x',
	'f() { "$@"; }; f rm x',
	'f() { $1 x; }; f rm',
	'x=rm; $x y',
	'set -- rm x; "$@"',
	'env $X',
	'env -S "rm x"',
	'env --split-string="rm x"',
	'xargs $X',
	'find . -exec $X {} +',
	'find $X',
	'eval "$X"',
	'eval $(echo rm)',
	'sh -c "$X"',
	'sh -c $X',
	'sh',
	'bash -i',
	'bash -l',
	'bash -lc ls',
	"fish -c 'rm x'",
	'curl x | sh',
	'curl x | sudo bash',
	'curl x | bash -s -- a',
	'curl x | python3',
	'curl x | node -',
	'echo rm x | sh',
	'sh "$X"',
	'bash < <(curl x)',
	'sh < x',
	'. ./x',
	'source x',
	'python3 -c "import os"',
	'node -e 1',
	'node --require ./x a.js',
	'perl -e 1',
	'ruby -e 1',
	"python3 - <<'E'\nimport os\nE",
	'python3 <<E\nimport os\nE',
	'alias ls=rm',
	'alias ls=rm\nls x',
	'unalias ls',
	'enable -f x y',
	'enable -n ls',
	'hash -p ./x ls',
	'complete -C x y',
	'compgen -C x',
	'mapfile -C x a',
	'readarray -C x -c 1 a',
	'bind -x x',
	'fc -s rm',
	'trap "$X" EXIT',
	'setopt aliases',
	'emulate sh -c ls',
	'zmodload zsh/system',
	'shopt -s expand_aliases',
	'set -o history',
	'PATH=. ls',
	'PATH=.; ls',
	'export PATH=.',
	'declare PATH=.',
	'typeset -x PATH=.',
	'readonly PATH=.',
	'local PATH=.',
	'read PATH',
	'read -r a PATH',
	'printf -v PATH .',
	'printf -vPATH .',
	'getopts a PATH',
	'mapfile PATH',
	'for PATH in .; do ls; done',
	'unset PATH',
	'export "$X"',
	'export $X=1',
	'declare -n a=PATH',
	'declare -i a',
	'read "$X"',
	'printf -v "$X" .',
	'BASH_ENV=x sh -c ls',
	'ENV=x sh -c ls',
	'LD_PRELOAD=x ls',
	'DYLD_INSERT_LIBRARIES=x ls',
	'GIT_SSH_COMMAND=x git fetch',
	'GIT_EXTERNAL_DIFF=x git diff',
	'PROMPT_COMMAND=x',
	'PS4=x',
	'NODE_OPTIONS=--require=./x node a.js',
	'PERL5OPT=-Mx perl a',
	'HOME=/x ls',
	'BASH_ALIASES[ls]=rm',
	'BASH_CMDS[ls]=/bin/rm',
	'functions[ls]=rm',
	'path=(/x)',
	'env PATH=. ls',
	'env LD_PRELOAD=x ls',
	'env -C / ls',
	'sudo PATH=. ls',
	'echo ${!x}',
	'echo ${x@P}',
	'echo ${(e)x}',
	'echo ${PATH:=x}',
	'echo $[1]',
	'x=$(cat a); echo $((x))',
	'read x; (( x > 1 ))',
	'read x; [[ $x -gt 1 ]]',
	'read x; [ "$x" -gt 1 ]',
	"[[ 'a[$(rm x)]' -gt 1 ]]",
	"[[ -v 'a[$(rm x)]' ]]",
	"test -v 'a[$(rm x)]'",
	"let 'a[$(rm x)]'",
	"unset 'a[$(rm x)]'",
	"printf %d 'a[$(rm x)]'",
	"a['$(rm x)']=1",
	'echo *(e:x:)',
	'echo a(b)',
	'cd "$X" && make',
	'cd - && make',
	'popd; make',
	'pushd "$X"',
	'while ls; do cd ..; done',
	'git -c core.pager=x log',
	'git -c alias.x=!rm x',
	'git --exec-path=. status',
	'git --config-env=core.pager=X log',
	'git config alias.st "!rm x"',
	'git config core.hooksPath x',
	'git st',
	'git $X',
	'git clone --upload-pack=x a',
	'git rebase --exec x',
	'git bisect run x',
	'git submodule foreach x',
	'git grep -Ox a',
	'git difftool',
	'git --git-dir=x status',
	'tar cf a --checkpoint-action=exec=x b',
	'tar -I x -cf a b',
	'tar cf a *',
	'rsync -e x a b',
	'rsync --rsh=x a b',
	'awk "{system(\\"rm\\")}"',
	'awk \'BEGIN{system("rm x")}\'',
	'awk \'{print | "rm"}\'',
	'awk \'{print > "x"}\'',
	'awk -f x',
	"sed 's/a/b/e' x",
	"sed '1e rm x' y",
	"sed 's/a/b/w x' y",
	"sed -n '1w x' y",
	"sed -e p -e 'e rm' y",
	'sed -f x y',
	'man -P x ls',
	'vim -c x',
	'vim +!x',
	'make SHELL=x',
	'make --eval=x',
	'scp -o ProxyCommand=x a b:',
	'scp -S x a b:',
	'ssh -o ProxyCommand=x h',
	'zip a -TT x',
	'split --filter=x a',
	'rg --pre x a',
	'gdb -ex x',
	'socat - EXEC:x',
	'ncat -e x',
	'crontab x',
	'at now',
	'systemd-run x',
	'tmux new x',
	'ls > $X',
	'ls >> "$X/a"',
	'echo <$(ls)(x)',
	'cat <<E\nx',
	"ls 'a",
	'ls "a',
	'ls $(a',
	'if ls; then ls',
	'ls ) x',
	'ls;; ls',
	'fi',
	'echo }',
	'echo a &> b c',
	'$\\\n(rm x)',
	'select a in b; do ls; done',
	'cat < /dev/tcp/1.2.3.4/80',
	'ls\r',
	'ls\u0000',
];

/** What the reader sees, and a person has to allow each time. */
const elsewhere = [
	'> /etc/passwd',
	'echo x > /etc/passwd',
	'echo x >> ~/.bashrc',
	'echo x > ~/.bashrc',
	'echo x > "$HOME/.bashrc"',
	'echo x > ../a',
	'echo x >| ../a',
	'echo x &> ../a',
	'echo x >& ../a',
	'cat a 1<> ../a',
	'cd .. && echo x > a',
	'cd ..; echo x > a',
	'cd sub; echo x > ../a',
	'cd /tmp && ls',
	'cd ~ && ls',
	'cd && ls',
	'(cd /tmp; ls)',
	'cp a /etc/passwd',
	'cp a ~/.bashrc',
	'cp -t /etc a',
	'mv a ../b',
	'mv ../b a',
	'ln -sf a ~/.profile',
	'tee /etc/passwd',
	'ls | tee -a ~/.bashrc',
	'touch ../a',
	'mkdir /opt/a',
	'chmod 777 /opt/a',
	'install a /usr/local/bin/a',
	'sed -i s/a/b/ ../a',
	'curl -o ~/.bashrc x',
	'tar -C / -xf a',
	'git -C ../other pull',
	'echo x > .envrc',
	'echo x > .git/hooks/pre-commit',
	'cp a .git/hooks/pre-commit',
	'mv a .husky/pre-commit',
	'cp x/AGENTS.md .',
	'tee .github/workflows/a.yml',
	'echo x > .vscode/tasks.json',
	'cd .git && echo x > config',
	'find /etc -exec touch {} +',
	'find ~/other -name a -exec sed -i s/a/b/ {} \\;',
];

const fill = (line: string, name: string) =>
	line
		.replaceAll('RUN', () => name)
		.replace('RU\\\nN', `${name.slice(0, 1)}\\\n${name.slice(1)}`)
		.replace('R"U"N', `${name.slice(0, 1)}"${name.slice(1)}"`)
		.replace("R''UN", `${name.slice(0, 1)}''${name.slice(1)}`);
const rule = (match: string, then: 'allow' | 'ask' | 'deny'): PermissionRule => ({
	scope: 'shell',
	match,
	then,
	why: 'tested',
});

describe('neither a grant for the session nor --allow shell runs', () => {
	it.each([...named.map(line => fill(line, 'rm')), ...unclear, ...elsewhere])('%j', command => {
		expect(decisionOf(command).type).not.toBe('allow');
		expect(withoutScreen(command, ['shell'])).toMatchObject({
			type: 'deny',
			reason: expect.stringMatching(/\S/),
		});
	});

	it.each([
		'git push',
		'git -C . push',
		'git -c x=y push --force',
		'git --no-pager push origin',
		'git reset -q --hard',
		'git reset HEAD~1 --hard',
		'git reset --har',
		'GIT_DIR=x git push',
	])('%j, of which a built-in rule speaks', command => {
		expect(decisionOf(command).type).not.toBe('allow');
		expect(withoutScreen(command, ['shell']).type).toBe('deny');
	});
});

describe('a rule of the user’s own that denies or asks', () => {
	it.each(named.map(line => fill(line, 'evil')))('finds its program in %j', command => {
		const allow = rule('ls', 'allow');
		expect(decisionOf(command, {rules: [allow, rule('evil', 'deny')]}).type).toBe('deny');
		expect(decisionOf(command, {rules: [allow, rule('evil', 'ask')]}).type).toBe('ask');
	});

	it.each(unclear)('asks where it can’t see whether %j is what it speaks of', command => {
		const all = [rule('ls', 'allow'), rule('git', 'allow')];
		expect(decisionOf(command, {rules: [...all, rule('evil', 'deny')]}).type).not.toBe('allow');
	});

	it.each([
		['git push', 'git -C . push'],
		['git push --force', 'git push origin -f'],
		['git push --force', 'git push --forc'],
		['rm -rf', 'rm -r -f x'],
		['rm -rf', 'rm --force --recursive x'],
		['rm --recursive', 'rm -r x'],
		['docker run', 'docker --debug run x'],
		['docker compose down', 'docker compose down -v'],
		['npm publish', 'npm --silent publish'],
	])('written as %j denies %j', (match, command) => {
		expect(decisionOf(command, {rules: [rule(match, 'deny')]}).type).toBe('deny');
	});

	it.each([
		['docker run', 'docker --context foo run x'],
		['kubectl delete --all', 'kubectl delete $X pod'],
		['git push', 'git "$X"'],
		['npm publish', 'npm $X'],
		['kubectl delete', 'ls | xargs kubectl'],
	])('written as %j asks about %j, which can be the same', (match, command) => {
		expect(decisionOf(command, {rules: [rule(match, 'deny')]})).toMatchObject({
			type: 'ask',
			by: 'rule',
		});
	});

	it.each([
		['git push', 'git commit -m push'],
		['rm', 'echo rm'],
		['npm publish', 'npm install publish'],
		['kubectl delete', 'kubectl get pods'],
	])('written as %j says nothing of %j', (match, command) => {
		expect(decisionOf(command, {rules: [rule(match, 'deny')]}).type).toBe('allow');
	});
});

describe('what can’t be seen through', () => {
	it.each(['$X y', "python3 -c 'import os'"])(
		'runs under a grant for the very words: %j',
		command => {
			const grants = [{...session, match: command}];
			expect(decisionOf(command, {grants}).type).toBe('allow');
			expect(decisionOf(`${command} z`, {grants}).type).toBe('ask');
			const exact: PermissionRule = {...rule(command, 'allow'), exact: true};
			expect(decisionOf(command, {rules: [exact], grants: []}).type).toBe('allow');
		},
	);

	it('runs in a terminal in which anything was allowed, but not what a rule speaks of', () => {
		const terminal = '3' as TerminalId;
		const typed = (command: string, rules: PermissionRule[] = []) =>
			decide(
				{
					scope: 'shell',
					host: localHost,
					tool: 'write_stdin',
					summary: command,
					exposure: {command, terminal, doubt: 'a program that runs reads it'},
				},
				{rules, grants: [{...session, terminal}], now: 0, place},
			).type;
		expect(typed('$X y\n')).toBe('allow');
		expect(typed('evil\n', [rule('evil', 'deny')])).toBe('deny');
		expect(typed('rm x\n')).toBe('ask');
	});

	it('runs without a screen only where the person said that everything may, in those words', () => {
		const both = ['shell', 'everything-in-this-sandbox'];
		expect(withoutScreen('$X y', both).type).toBe('allow');
		expect(withoutScreen('rm x', both).type).toBe('deny');
		expect(withoutScreen('echo x > ~/.bashrc', both).type).toBe('deny');
		expect(withoutScreen('ls', ['everything-in-this-sandbox']).type).toBe('deny');
	});
});

describe('a grant for the session covers what is plain', () => {
	it.each([
		'git status',
		'git log --oneline -n 20 | head',
		'git add -A && git commit -m "fix: a thing (#12)"',
		'git show HEAD^:src/a.ts',
		'git diff --name-only main...HEAD | xargs npx eslint --fix',
		'for f in *.txt; do wc -l "$f"; done',
		'for f in a b c; do echo "$f"; done',
		'for i in {1..5}; do curl -s localhost; sleep 1; done',
		'for f in src/*.ts; do mv "$f" "${f%.ts}.js"; done',
		'while read -r line; do echo "$line"; done < list.txt',
		'i=0; while [ $i -lt 5 ]; do echo $i; i=$((i+1)); done',
		'n=$(wc -l < list); if [ "$n" -gt 10 ]; then echo many; fi',
		'if [[ -n "$CI" && "$X" == "y" ]]; then echo ci; fi',
		'[[ $x =~ ^[0-9]+$ ]] && echo number',
		'case "$1" in start) echo 1;; stop|halt) echo 2;; *) echo 3;; esac',
		"find . -name '*.ts' -not -path './node_modules/*' | xargs grep -l a",
		'find . -type f -name "*.py" -exec grep -n import {} +',
		"awk -F, '$3 > 5 || /a|b/ {sum += $3} END {print sum}' data.csv",
		"sed -e 's/a;b/c/g' -e '/^#/d' a",
		"cat <<'E' > notes.txt\n$(rm x)\nE",
		'NODE_ENV=test npx vitest run 2>&1 | tail -20',
		'export A=1; npm test',
		'set -euo pipefail; npm ci; npm test',
		'cd src && ls',
		'(cd packages/web && npm test)',
		'diff <(sort a) <(sort b)',
		'x=$(git rev-parse --short HEAD); echo "$x ${#x}"',
		'echo "$(<VERSION)"',
		"trap 'echo bye' EXIT; sleep 1",
		'f() { echo "$1"; }; f a',
		'timeout 30 npm test; nohup npm start > app.log 2>&1 &',
		'docker run --rm -v "$PWD":/app node npm test',
		'kubectl exec -it pod -- ls /app',
		'IFS=, read -r a b <<< "1,2"; echo "$b"',
		'printf \'%s\\n\' "$a"',
		'git commit -m "x $(date)"',
	])('%j', command => {
		expect(decisionOf(command)).toEqual({type: 'allow', by: 'grant'});
		expect(withoutScreen(command, ['shell']).type).toBe('allow');
	});
});

describe('rules for `cd` and `git status` apart', () => {
	it.each([
		'cd /tmp/evil && git status',
		'cd sub; git status',
		'export A=1; git status',
		'set -x; git status',
		'unset a; git status',
		'read a; git status',
		'printf -v PATH .; git status',
		'IFS=x; git status',
		'A=1; git status',
		'alias git=rm; git status',
		'git() { rm x; }; git status',
		'PATH=. git status',
		'umask 0; cd x; git status',
	])('do not allow %j', command => {
		const rules = [
			'cd',
			'git status',
			'export',
			'set',
			'unset',
			'read',
			'printf',
			'alias',
			'umask',
		].map(match => rule(match, 'allow'));
		expect(decisionOf(command, {rules, grants: []}).type).toBe('ask');
		expect(decisionOf('git status; git status', {rules, grants: []}).type).toBe('allow');
	});
});
