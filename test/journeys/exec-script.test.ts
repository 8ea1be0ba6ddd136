import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {describe, expect, it, onTestFinished} from 'vitest';
import {processesOf} from '../cli/processes.ts';
import {cleanEnvironment, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

type Ended = {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
};

/** A script as people write them, in which `agent-tui` is the built program. */
async function runScript(place: Place, script: string): Promise<Ended> {
	const path = join(place.cwd, 'build.sh');
	writeFileSync(
		path,
		`node='${process.execPath}' program='${builtProgram}'
agent_tui() { "$node" "$program" "$@"; }
${script}
`,
	);
	const child = execa('/bin/sh', [path], {
		cwd: place.cwd,
		env: cleanEnvironment(place),
		extendEnv: false,
		reject: false,
		stripFinalNewline: false,
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const {exitCode = null, stdout, stderr} = await child;
	return {code: exitCode, out: stdout, err: stderr};
}

const says = (text: string) => (asked: Asked) => {
	asked.say(text);
	asked.finish();
};

/** Asks for a command first, and has the last word when it is told what came of it. */
const callsFirst = (command: string) => (asked: Asked) => {
	const isTold = asked.body.messages.some(({role}: {role: string}) => role === 'tool');
	if (isTold) {
		return says('That was it.')(asked);
	}
	asked.call({id: 'c1', name: 'run_in_terminal', arguments: argumentsOf(command)});
	asked.finish({reason: 'tool_calls'});
};

const argumentsOf = (command: string) => JSON.stringify({command, explanation: 'as asked'});

const build = `
set -e
echo compiling
agent_tui exec "review the change" > review.txt
echo "done: $(cat review.txt)"
`;

describe('a build script with exec in it', () => {
	it('goes on when the agent is done, with its answer alone on stdout', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(says('Looks good.'));
		expect(await runScript(place, build)).toMatchObject({
			code: 0,
			out: 'compiling\ndone: Looks good.\n',
		});
	});

	it('fails with 1 when the agent fails, and says why', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(asked => asked.answer({status: 401, body: {error: {message: 'bad key'}}}));
		const {code, out, err} = await runScript(place, build);
		expect({code, out}).toEqual({code: 1, out: 'compiling\n'});
		expect(err).toContain('bad key');
	});

	it('fails with 2 when it is used wrongly', async () => {
		const {place} = await openScriptedPlace();
		const script = build.replace('exec', 'exec --jsn');
		const {code, err} = await runScript(place, script);
		expect(code).toBe(2);
		expect(err).toContain('--json');
	});

	it('fails with 3 when a call is denied, and nothing of it was run', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(callsFirst('touch made'));
		const {code, out, err} = await runScript(place, `${build}\n`);
		expect({code, out}).toEqual({code: 3, out: 'compiling\n'});
		expect(err).toContain('--allow shell');
		expect((await runScript(place, 'test -e made')).code).toBe(1);
	});

	it('fails with 4 within seconds when nothing listens where the provider should be', async () => {
		const {place, upstream} = await openScriptedPlace();
		await upstream.close();
		const {code, err} = await runScript(place, build);
		expect(code, err).toBe(4);
		expect(err).toContain(`nothing listens at 127.0.0.1:${upstream.port}`);
	});

	it('fails with 4 after a bounded number of tries when the provider is always out of order', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(asked => asked.answer({status: 500, body: {error: {message: 'on fire'}}}));
		const {code, err} = await runScript(place, build);
		expect(code, err).toBe(4);
		expect(err).toContain('on fire');
		// Three tries, each of which the proxy makes three times.
		expect(upstream.seen()).toBeLessThanOrEqual(9);
	});

	it('ends with 130 when the agent is interrupted, and leaves nothing running', async () => {
		// A number by which no other test's process is known.
		const seconds = 100_000 + process.pid;
		const {place, upstream} = await openScriptedPlace();
		upstream.always(callsFirst(`sleep ${seconds}`));
		const ended = runScript(
			place,
			`
trap : INT
"$node" "$program" exec --allow shell "wait" & agent=$!
until pgrep -f '^sleep ${seconds}' > /dev/null; do :; done
kill -INT "$agent"
wait "$agent"`,
		);
		expect((await ended).code).toBe(130);
		await expect.poll(() => processesOf(place.home)).toEqual([]);
	});

	it('can pipe a prompt in, and the answer on', async () => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(asked => says(`You said: ${asked.body.messages.at(-1).content}`)(asked));
		const script = `printf 'a diff\\n' | agent_tui exec "review:" - 2>/dev/null | tr a-z A-Z`;
		expect(await runScript(place, script)).toMatchObject({
			code: 0,
			out: 'YOU SAID: REVIEW:\n\nA DIFF\n',
		});
	});

	it.each([
		'http://json-schema.org/draft-07/schema#',
		'https://json-schema.org/draft/2020-12/schema',
	])('gets the JSON that it asks for by a schema of %s', async $schema => {
		const {place, upstream} = await openScriptedPlace();
		upstream.always(says('```json\n{"risk": 3}\n```'));
		writeFileSync(join(place.cwd, 'schema.json'), JSON.stringify({$schema, required: ['risk']}));
		const script =
			'agent_tui exec --output-schema schema.json -o risk.json "rate it"; cat risk.json';
		expect(await runScript(place, script)).toMatchObject({
			code: 0,
			out: '{"risk": 3}\n{"risk": 3}\n',
		});
	});

	it.each(['', '--json'])(
		'piped into head (exec %s) ends quietly, and leaves nothing',
		async flag => {
			const {place, upstream} = await openScriptedPlace();
			upstream.always(asked => {
				for (let line = 0; line < 5000; line += 1) {
					asked.say(`line ${line} of many that nobody will read\n`);
				}
				asked.finish();
			});
			const script = `agent_tui exec ${flag} "say much" 2> err.txt | head -n 1; cat err.txt >&2`;
			const {code, out, err} = await runScript(place, script);
			expect(code).toBe(0);
			expect(out.trimEnd().split('\n')).toHaveLength(1);
			expect(err).not.toMatch(/EPIPE|Error|\bat /);
			await expect.poll(() => processesOf(place.home)).toEqual([]);
		},
	);
});
