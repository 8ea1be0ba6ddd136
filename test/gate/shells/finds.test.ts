import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {breachesOf, claimOf} from './claims.ts';
import {openSandbox, type Sandbox} from './sandbox.ts';
import {describeWithShells} from './with-shells.ts';
import {openWorld, shellNames} from './world.ts';

const signs: Readonly<Record<string, string>> = {'⏎': '\n', '⇥': '\t', '␍': '\r'};

/** Lines in which a law was broken once, in their smallest form. */
const finds = readFileSync(join(import.meta.dirname, 'finds.txt'), 'utf8')
	.split('\n')
	.filter(row => row !== '' && !/^#+ /.test(row))
	.map(row => row.replaceAll(/[⏎⇥␍]/g, sign => signs[sign]!));

describeWithShells('what was found once', () => {
	let sandbox: Sandbox;
	beforeAll(() => {
		sandbox = openSandbox();
	});
	afterAll(() => sandbox.close());

	it.concurrent.each(shellNames)('breaks no law any more in %s', async shell => {
		const claims = finds.map(line => {
			const names = [...new Set(line.match(/[A-Za-z_]\w*/g) ?? [])];
			return claimOf(line, {
				allowed: names.filter(name => name !== 'rm' && name !== line.trim()),
				forbidden: ['rm', 'git push', 'curl', 'sudo'],
				strictness: 'deny',
				granted: 'ls',
			});
		});
		const world = openWorld(sandbox, shell);
		const outcomes = await world.run(finds);
		await world.close();
		const broken = claims.flatMap((claim, index) =>
			breachesOf(claim, outcomes[index]!).map(breach => ({line: claim.line, ...breach})),
		);
		expect(broken).toEqual([]);
	});
});
