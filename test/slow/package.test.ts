import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {hasTmux} from '../helpers/tmux.ts';

const root = join(import.meta.dirname, '../..');
/**
 * The engine of a session that outlives its window is a program of its own, whole in one file; the
 * SDKs of MCP and ACP are files that each program loads when it needs them.
 */
const packageBytesMax = 2_800_000;

describe.skipIf(!hasTmux)('the package', () => {
	let archive = '';
	beforeAll(() => {
		const folder = mkdtempSync(join(tmpdir(), 'agent-tui-package-'));
		archive = pack(folder);
		return () => rmSync(folder, {recursive: true});
	}, 200_000);

	it('is installed into an empty folder, started there, and answers', async () => {
		const folder = temporaryFolder();
		const installed = join(folder, 'empty');
		mkdirSync(installed);
		writeFileSync(join(installed, 'package.json'), '{"private": true}');
		npm(installed, ['install', '--no-audit', '--no-fund', archive]);

		const program = join(installed, 'node_modules/.bin/agent-tui');
		const agent = openAgent({program});
		agent.say('what is in this folder?');
		await agent.see('Run this on this machine');
		await agent.answer('y');
		await agent.see('This folder has 2 entries');
		await agent.idle();
		await agent.quit();
		await agent.seeAbove(/Go on with this session: agent-tui resume/);
	});

	it('holds the program and its papers, and nothing else', () => {
		const files = execFileSync('tar', ['tzf', archive], {encoding: 'utf8'}).trim().split('\n');
		const strangers = files.filter(
			file =>
				!/^package\/(?:dist\/[\w.-]+\.js(?:\.LEGAL\.txt)?|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(
					file,
				),
		);
		expect(strangers).toEqual([]);
		expect(files).toContain('package/dist/main.js');
		expect(files).toContain('package/README.md');
		expect(statSync(archive).size).toBeLessThan(packageBytesMax);
	});
});

function pack(folder: string): string {
	npm(root, ['pack', '--pack-destination', folder]);
	const archive = readdirSync(folder).find(name => name.endsWith('.tgz'));
	return join(folder, archive!);
}

function npm(cwd: string, parameters: readonly string[]): void {
	execFileSync('npm', parameters, {cwd, stdio: 'pipe', timeout: 200_000});
}
