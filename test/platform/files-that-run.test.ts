import {describe, expect, it} from 'vitest';
import {runsLater} from '../../source/platform/files-that-run.ts';

describe('a file that others run or obey by themselves', () => {
	it.each([
		'.git/hooks/pre-commit',
		'sub/.git/config',
		'.GIT/config',
		'.gitattributes',
		'.gitmodules',
		'.gitconfig',
		'/home/me/.gitconfig',
		'.husky/pre-commit',
		'.pre-commit-config.yaml',
		'.vscode/tasks.json',
		'sub/.vscode/settings.json',
		'x.code-workspace',
		'.devcontainer/devcontainer.json',
		'.idea/workspace.xml',
		'.mcp.json',
		'.envrc',
		'.npmrc',
		'.yarnrc.yml',
		'.github/workflows/ci.yml',
		'.gitlab-ci.yml',
		'AGENTS.md',
		'sub/agents.md',
		'CLAUDE.md',
		'.cursorrules',
		'.agent-tui/commands/x.md',
		'.claude/settings.json',
		'.bashrc',
		'.zshenv',
		'.profile',
		'.config/fish/config.fish',
		'.config/autostart/a.desktop',
		'.ssh/authorized_keys',
		'authorized_keys',
		'.vimrc',
		'.config/nvim/init.lua',
		'.cargo/config.toml',
		'sitecustomize.py',
		'.tool-versions',
		'Library/LaunchAgents/a.plist',
	])('%s is known as one, with a reason', path => {
		expect(runsLater(path)).toMatch(/\w/);
	});

	it.each([
		'src/a.ts',
		'README.md',
		'Makefile',
		'package.json',
		'.gitignore',
		'.github/ISSUE_TEMPLATE.md',
		'docs/agents.html',
		'src/git/a.ts',
		'src/vscode.ts',
		'.prettierrc',
		'.editorconfig',
		'bashrc.md',
		'src/profile.ts',
	])('%s is none', path => {
		expect(runsLater(path)).toBeNull();
	});
});
