/**
 * If other programs will later run or obey this file automatically, returns a sentence that says
 * so; otherwise null. Permission to write files does not cover such a file, so it needs its own
 * question.
 */
export function runsLater(path: string): string | null {
	const lower = path.toLowerCase();
	return kinds.find(({files}) => files.test(lower))?.why ?? null;
}

type Kind = {readonly files: RegExp; readonly why: string};

const named = (...names: readonly string[]): RegExp => new RegExp(`(?:^|/)(?:${names.join('|')})$`);
const within = (...folders: readonly string[]): RegExp =>
	new RegExp(`(?:^|/)(?:${folders.join('|')})(?:/|$)`);
const either = (...some: readonly RegExp[]): RegExp =>
	new RegExp(some.map(one => one.source).join('|'));

const kinds: readonly Kind[] = [
	{
		files: either(
			within(String.raw`\.git`, String.raw`\.hg`, String.raw`\.svn`, String.raw`\.jj`),
			named(
				String.raw`\.gitattributes`,
				String.raw`\.gitmodules`,
				String.raw`\.gitconfig`,
				String.raw`\.hgrc`,
			),
			within(String.raw`\.config/git`),
		),
		why: 'git runs what stands in its own folder and settings',
	},
	{
		files: either(
			within(String.raw`\.husky`, String.raw`\.githooks`),
			named(
				String.raw`\.pre-commit-config\.ya?ml`,
				String.raw`\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)`,
			),
		),
		why: 'it runs at the next commit',
	},
	{
		files: either(
			named(
				...[
					'agents',
					'claude',
					'gemini',
					'copilot-instructions',
					'agents.override',
					'claude.local',
				].map(name => `${name.replace('.', String.raw`\.`)}\\.md`),
				String.raw`\.(?:cursor|windsurf|cline|roo|goose)(?:rules|hints)`,
				String.raw`\.mcp\.json`,
				String.raw`\.aider\.conf\.ya?ml`,
			),
			within(
				...[
					'agent-tui',
					'claude',
					'codex',
					'gemini',
					'cursor',
					'windsurf',
					'clinerules',
					'roo',
					'continue',
					'opencode',
					'aider',
					'kiro',
					'amp',
					'agents',
				].map(name => `\\.${name}`),
				String.raw`\.github/(?:instructions|prompts|agents|chatmodes)`,
			),
		),
		why: 'agents obey it, or run what it names',
	},
	{
		files: either(
			within(
				String.raw`\.vscode`,
				String.raw`\.idea`,
				String.raw`\.devcontainer`,
				String.raw`\.zed`,
				String.raw`\.fleet`,
			),
			named(
				String.raw`[^/]*\.code-workspace`,
				String.raw`\.devcontainer\.json`,
				String.raw`\.(?:exrc|vimrc|nvimrc|gvimrc|nvim\.lua|emacs|dir-locals\.el|dir-locals-2\.el)`,
				String.raw`\.editorconfig-hooks`,
			),
			within(
				String.raw`\.vim`,
				String.raw`\.emacs\.d`,
				String.raw`\.config/(?:nvim|emacs|zed|helix)`,
			),
		),
		why: 'an editor runs what it says',
	},
	{
		files: either(
			within(
				String.raw`\.github/(?:workflows|actions)`,
				String.raw`\.circleci`,
				String.raw`\.buildkite`,
				String.raw`\.(?:gitea|forgejo)/workflows`,
				String.raw`\.woodpecker`,
			),
			named(
				String.raw`\.gitlab-ci\.ya?ml`,
				String.raw`\.travis\.ya?ml`,
				String.raw`\.drone\.ya?ml`,
				String.raw`\.cirrus\.(?:ya?ml|star)`,
				'jenkinsfile',
				String.raw`azure-pipelines\.ya?ml`,
				String.raw`bitbucket-pipelines\.ya?ml`,
				String.raw`\.woodpecker\.ya?ml`,
			),
		),
		why: 'a build machine runs it',
	},
	{
		files: either(
			named(
				String.raw`\.envrc`,
				String.raw`\.(?:npmrc|yarnrc|yarnrc\.yml|pnpmfile\.c?js|pypirc|gemrc|bazelrc|curlrc|wgetrc|netrc|condarc)`,
				String.raw`\.?mise(?:\.local)?\.toml`,
				String.raw`\.rtx\.toml`,
				String.raw`\.tool-versions`,
				String.raw`(?:site|user)customize\.py`,
				String.raw`[^/]*\.pth`,
				String.raw`\.(?:irbrc|pryrc|rprofile|pythonrc|pythonrc\.py|lldbinit|gdbinit|perldb|psqlrc|sqliterc|my\.cnf|terraformrc)`,
			),
			within(
				String.raw`\.direnv`,
				String.raw`\.yarn`,
				String.raw`\.bundle`,
				String.raw`\.mvn`,
				String.raw`\.cargo`,
				String.raw`\.config/(?:pip|mise|direnv|npm)`,
				String.raw`\.pip`,
				String.raw`\.julia/config`,
				String.raw`\.ipython`,
				String.raw`\.jupyter`,
			),
		),
		why: 'programs run what it says as soon as they work in its folder',
	},
	{
		files: either(
			named(
				String.raw`\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|mkshrc|cshrc|tcshrc|login|logout|inputrc|shrc|ashrc|xinitrc|xsession|xprofile|xsessionrc|pam_environment)`,
				String.raw`\.(?:tmux\.conf|screenrc|hushlogin|forward|procmailrc|mailcap)`,
			),
			within(
				String.raw`\.config/(?:fish|autostart|systemd|environment\.d|tmux|kitty|alacritty|wezterm|i3|sway|hypr)`,
				String.raw`\.oh-my-zsh`,
				'library/(?:launchagents|launchdaemons)',
				String.raw`\.local/bin`,
				String.raw`\.local/share/(?:systemd|applications|dbus-1)`,
			),
		),
		why: 'it runs when somebody logs in or opens a shell',
	},
	{
		files: either(within(String.raw`\.ssh`), named('authorized_keys2?')),
		why: 'it decides who may log in, and what then runs',
	},
];
