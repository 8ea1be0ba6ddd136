/**
 * `node scripts/real-clients.ts`: sets up unmodified clients of others with `agent-tui use`, puts
 * each through the same trials on loopback, and prints a table. The clients are installed in the
 * temporary folder, or taken from `--folder` (made by `npm install --prefix`). `--only
 * codex,gemini` selects clients, `--trial broken` selects a trial, `--write` writes the table into
 * docs/clients.md.
 */
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {clientNames} from '../source/cli/use/command.ts';
import {anyShell, callTool, fileMaker} from '../test/helpers/file-maker.ts';
import {
	installPackage,
	opencodeResponses,
	type RealClient,
	runClient,
} from '../test/helpers/real-clients.ts';
import {openRelay, type Relay} from '../test/helpers/relay.ts';
import {type Asked, startUpstream} from '../test/helpers/scripted-upstream.ts';
import {usedClient} from '../test/helpers/used-clients.ts';
import {chatProvider, startProxy} from '../test/proxy/start-proxy.ts';

const {values} = parseArgs({
	options: {
		only: {type: 'string'},
		trial: {type: 'string'},
		folder: {type: 'string'},
		write: {type: 'boolean', default: false},
		verbose: {type: 'boolean', default: false},
	},
});

type Script = (asked: Asked) => void;
type Trial = {
	readonly title: string;
	/**
	 * The provider's script. `usual` is one that lets the client make a file and then says that it is
	 * done.
	 */
	readonly provider: (usual: Script, relay: Relay) => Script;
	/** What the client has to print if the turn can't succeed. */
	readonly words?: RegExp;
};

const outageMs = 5000;
const page = '<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>';

function showPage(asked: Asked): void {
	asked.answer({headers: {'content-type': 'text/html'}, body: page});
}

const trials: Readonly<Record<string, Trial>> = {
	turn: {title: 'a turn with a command', provider: usual => usual},
	broken: {
		title: 'a stream that breaks in the middle',
		provider(usual) {
			let broken = 0;
			return asked => {
				const call = broken === 0 ? anyShell(asked.body) : null;
				if (!call) {
					usual(asked);
					return;
				}
				broken += 1;
				asked.say('I will.');
				callTool(asked, {...call('trap.txt'), number: 99});
				void sleep(50).then(asked.reset);
			};
		},
	},
	outage: {
		title: 'no provider for 5 s',
		provider(usual, relay) {
			let isDown = false;
			return asked => {
				usual(asked);
				if (!isDown && anyShell(asked.body)) {
					isDown = true;
					void sleep(100).then(async () => {
						relay.cut();
						await sleep(outageMs);
						relay.restore();
					});
				}
			};
		},
	},
	page: {
		title: 'a web page with 200, twice',
		provider(usual) {
			let pages = 0;
			return asked => {
				pages += 1;
				(pages <= 2 ? showPage : usual)(asked);
			};
		},
	},
	pages: {
		title: 'a web page with 200, always',
		provider: () => showPage,
		words: /web page/i,
	},
};

const clients: readonly (readonly [name: string, client: RealClient])[] = [
	...clientNames.map(name => [name, usedClient(name)] as const),
	['opencode-responses', opencodeResponses] as const,
];

const wanted = (name: string, list: string | undefined) =>
	list === undefined || list.split(',').includes(name);
const chosen = Object.entries(trials).filter(([name]) => wanted(name, values.trial));
const rows: string[] = [
	`| client | ${chosen.map(([, {title}]) => title).join(' | ')} |`,
	`|---|${chosen.map(() => '---').join('|')}|`,
];
for (const [name, client] of clients.filter(([name]) => wanted(name, values.only))) {
	const modules = values.folder
		? join(values.folder, 'node_modules')
		: await installPackage(client);
	if (modules === null || !existsSync(join(modules, '.bin', client.program))) {
		console.error(`${name}: not installed here`);
		continue;
	}
	const cells: string[] = [];
	for (const [, trial] of chosen) {
		const cell = await run(client, {trial, modules});
		console.error(`${name}, ${trial.title}: ${cell}`);
		cells.push(cell);
	}
	rows.push(`| ${name} ${versionOf(modules, client)} | ${cells.join(' | ')} |`);
}
const table = rows.join('\n');
console.log(table);
// Only a complete run may replace the table in the page.
if (values.write && values.only === undefined && values.trial === undefined) {
	const place = new URL('../docs/clients.md', import.meta.url);
	const text = readFileSync(place, 'utf8');
	writeFileSync(place, text.replace(/^\| client \|[\s\S]*/m, `${table}\n`));
}

async function run(
	client: RealClient,
	{trial, modules}: {trial: Trial; modules: string},
): Promise<string> {
	const folders: string[] = [];
	const makeFolder = () => {
		const folder = mkdtempSync(join(tmpdir(), 'agent-tui-client-'));
		folders.push(folder);
		return folder;
	};
	const upstream = await startUpstream();
	const relay = await openRelay({to: upstream.port});
	const provider = chatProvider(`http://127.0.0.1:${relay.port}/v1`, {models: ['m']});
	const proxy = await startProxy({providers: [provider]});
	upstream.always(trial.provider(fileMaker('does all as it should be').answer, relay));
	try {
		const startedAt = performance.now();
		const ran = await runClient(client, {
			modules,
			address: {url: proxy.url, token: proxy.token, model: 'default'},
			prompt: 'Make the file made.txt.',
			makeFolder,
		});
		const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
		if (values.verbose) {
			console.error(ran.out.slice(-3000), ran.err.slice(-3000));
		}
		return `${judge(trial, ran)}, ${seconds} s, asked ${upstream.seen()}`;
	} finally {
		await proxy.close(0);
		await relay.close();
		await upstream.close();
		folders.forEach(folder => {
			rmSync(folder, {recursive: true, force: true});
		});
	}
}

type Ran = Awaited<ReturnType<typeof runClient>>;

function judge({words}: Trial, {cwd, code, out, err}: Ran): string {
	if (words) {
		const said = words.test(out + err) ? 'says why' : 'DOES NOT SAY WHY';
		return code === null ? 'goes on asking' : `ends with ${code}, ${said}`;
	}
	const made = join(cwd, 'made.txt');
	const faults = [
		existsSync(made) && readFileSync(made, 'utf8') === 'made by a tool\n' ? '' : 'NO FILE',
		existsSync(join(cwd, 'trap.txt')) ? 'RAN A CUT CALL' : '',
		out.includes('All done here.') ? '' : 'NO LAST WORDS',
		code === 0 ? '' : `EXIT ${code}`,
	].filter(fault => fault !== '');
	return faults.length === 0 ? 'done' : faults.join(', ');
}

function versionOf(modules: string, {package: name}: RealClient): string {
	return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
}
