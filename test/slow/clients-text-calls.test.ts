import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {anyShell} from '../helpers/file-maker.ts';
import {isLong} from '../helpers/often.ts';
import {
	claudeCode,
	codex,
	installPackage,
	opencode,
	qwenCode,
	type RealClient,
	runClient,
} from '../helpers/real-clients.ts';
import {type Asked, startUpstream} from '../helpers/scripted-upstream.ts';
import {type Call, printers} from '../proxy/repair/printers/index.ts';
import {chatProvider, startProxy} from '../proxy/start-proxy.ts';

const clients = {codex, claudeCode, opencode, qwenCode};
/** All formats are read in tests of the repair; here is the way through a client. With `LONG=1`, all of them. */
const few = ['hermes', 'qwen3-coder', 'dsml', 'kimi', 'mistral', 'invoke'];
const two = ['hermes', 'qwen3-coder'];
const notHere = 'the client can not be installed here';

const formats = Object.entries(printers).filter(([, {only}]) => only === undefined);

const damages: readonly [title: string, write: (call: Call) => string][] = [
	[
		'single quotes and a comma too many',
		call => `<tool_call>\n${python({name: call.name, arguments: call.arguments})}\n</tool_call>`,
	],
	[
		'its arguments encoded twice',
		call =>
			`<tool_call>\n${JSON.stringify({name: call.name, arguments: JSON.stringify(JSON.stringify(call.arguments))})}\n</tool_call>`,
	],
	[
		'the name in capitals',
		call =>
			`<tool_call>\n${JSON.stringify({name: call.name.toUpperCase(), arguments: call.arguments})}\n</tool_call>`,
	],
];

describe.each(Object.entries(clients))(
	'%s, whose model writes its calls as text',
	(name, client) => {
		let modules: string | null = null;
		beforeAll(async () => {
			modules = await installPackage(client);
		}, 300_000);
		const own = formats.filter(([id]) => isLong || (name === 'codex' ? few : two).includes(id));
		const damaged = isLong || name === 'codex' ? damages : damages.slice(0, 1);

		test.for(own)('makes a file where it writes %s', async ([, {print}], {skip}) => {
			skip(modules === null, notHere);
			const ran = await runAgainst(client, {modules: modules!, write: call => print([call])});
			expect(read(join(ran.cwd, 'made.txt')), ran.out.slice(-1500)).toBe('made by a tool\n');
			expect(ran.out).toContain('All done here.');
			expect(ran.code).toBe(0);
		});

		test.for(damaged)('makes a file in spite of %s', async ([, write], {skip}) => {
			skip(modules === null, notHere);
			const ran = await runAgainst(client, {modules: modules!, write});
			expect(read(join(ran.cwd, 'made.txt')), ran.out.slice(-1500)).toBe('made by a tool\n');
		});

		test('makes a file after the model was asked back, and never sees the broken call', async ({
			skip,
		}) => {
			skip(modules === null, notHere);
			let tries = 0;
			const ran = await runAgainst(client, {
				modules: modules!,
				write(call) {
					tries += 1;
					return tries === 1
						? `<tool_call>\n{"name": "${call.name}", "arguments": {}}\n</tool_call>`
						: `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
				},
			});
			expect(read(join(ran.cwd, 'made.txt')), ran.out.slice(-1500)).toBe('made by a tool\n');
			expect(tries).toBe(2);
		});

		test('makes nothing of words about a call, and of one that is cut off', async ({skip}) => {
			skip(modules === null, notHere);
			const shown = (call: Call) =>
				`I would run \`${Object.values(call.arguments)[0]}\`:\n\n\`\`\`\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>\n\`\`\`\n\nAll done here.`;
			const quoted = await runAgainst(client, {modules: modules!, write: shown, isLast: true});
			expect(existsSync(join(quoted.cwd, 'made.txt'))).toBe(false);
			const cut = (call: Call) => `<tool_call>\n${JSON.stringify(call)}`;
			const begun = await runAgainst(client, {modules: modules!, write: cut, reason: 'length'});
			expect(existsSync(join(begun.cwd, 'made.txt'))).toBe(false);
		});
	},
);

async function runAgainst(
	client: RealClient,
	{
		modules,
		write,
		isLast = false,
		reason = 'stop',
	}: {modules: string; write: (call: Call) => string; isLast?: boolean; reason?: string},
) {
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl, {models: ['m']})]});
	onTestFinished(() => proxy.close(0));
	let asks = 0;
	upstream.always(asked => {
		asks += 1;
		const make = anyShell(asked.body);
		const isDone = isLast && asks > 1;
		if (!make || hasResult(asked) || isDone || asks > asksMax) {
			asked.say('All done here.');
			asked.finish();
			return;
		}
		const {name, given} = make('made.txt');
		inPieces(asked, `I will.\n${write({name, arguments: given as Call['arguments']})}`);
		asked.finish({reason});
	});
	const address = {url: proxy.url, token: proxy.token, model: 'm'};
	return await runClient(client, {modules, address, prompt: 'Make the file made.txt.'});
}

const asksMax = 12;
const pieceLength = 5;

function inPieces(asked: Asked, text: string): void {
	for (let at = 0; at < text.length; at += pieceLength) {
		asked.say(text.slice(at, at + pieceLength));
	}
}

/** Of a tool that ran; a note that it did not is no result. */
function hasResult({body}: Asked): boolean {
	const last = body.messages.at(-1);
	return last.role === 'tool' && !String(last.content).includes('was not run');
}

function python(value: unknown): string {
	if (typeof value === 'string') {
		return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
	}
	return typeof value === 'object' && value !== null
		? `{${Object.entries(value)
				.map(([name, one]) => `'${name}': ${python(one)}`)
				.join(', ')},}`
		: value === true
			? 'True'
			: value === false
				? 'False'
				: String(value);
}

function read(path: string): string | null {
	return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
