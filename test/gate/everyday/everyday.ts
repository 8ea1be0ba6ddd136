import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Random} from '../shells/random.ts';

/** What stands for `@file@` and the like in the tables. */
const fillings: Readonly<Record<string, readonly string[]>> = {
	file: [
		'src/index.ts',
		'README.md',
		'package.json',
		'app/main.py',
		'lib/utils.js',
		'./config.yaml',
		'Makefile',
		'src/components/App.tsx',
		'/etc/hosts',
		'~/.bashrc',
		'../notes.txt',
		'test/a_test.go',
		"'My Notes.md'",
		'"src/a b.ts"',
		'.env.example',
	],
	dir: ['src', 'src/', './lib', 'test', '../other', '/tmp/work', '~/projects/app', 'packages/core'],
	branch: ['main', 'develop', 'feature/login-form', 'fix-123', 'release/2.0'],
	message: [
		'Fix the login form',
		'Add tests for parser (#12)',
		'Handle empty input',
		'wip',
		'feat(api): return 404, not 500',
		'Update deps; bump version',
		'It works & is fast!',
	],
	person: ['alice', 'bob.smith', 'dev'],
	rev: ['HEAD', 'HEAD~2', 'a1b2c3d', 'HEAD^', 'v1.2.0', 'origin/main', '@{u}', 'stash@{0}'],
	org: ['acme', 'example-org'],
	project: ['app', 'web-client', 'tool_kit'],
	package: ['react', '@types/node', 'lodash', 'typescript@5.4', 'vite@latest', '@scope/pkg'],
	name: ['app', 'server', 'my-service', 'data', 'test_utils', 'worker'],
	term: ['TODO', 'useState', 'parse_args', 'foo.bar', 'error', 'handleClick', 'x-y'],
	port: ['3000', '8080', '5173', '8000'],
	n: ['1', '3', '5', '10', '20', '50'],
};

/** Lines as people and models write them every day, each a different one. */
export function everydayLines(count: number, random: Random): readonly string[] {
	const templates = everydayTemplates();
	const lines = new Set<string>();
	// A template without places to fill comes once; so each round goes over all of them.
	for (let index = 0; lines.size < count && index < count * 20; index += 1) {
		lines.add(fill(templates[index % templates.length]!, random));
	}
	return [...lines];
}

function fill(template: string, random: Random): string {
	return template.replaceAll(/@([a-z]+)@/g, (whole, name: string) =>
		fillings[name] === undefined ? whole : random.one(fillings[name]),
	);
}

function everydayTemplates(): readonly string[] {
	return readdirSync(import.meta.dirname)
		.filter(name => name.endsWith('.txt'))
		.toSorted()
		.flatMap(name => {
			const text = readFileSync(join(import.meta.dirname, name), 'utf8');
			// What takes several lines stands between lines of three dashes.
			return name === 'longer.txt' ? text.split('\n---\n') : text.split('\n');
		})
		.map(template => template.replace(/\n$/, ''))
		.filter(template => template !== '');
}
