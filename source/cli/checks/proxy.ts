import {spawnProxy} from '../../engine/system-ports.ts';
import type {DoctorCheck} from '../../events/query.ts';
import type {ModelRequest} from '../../model/model.ts';
import type {Child} from '../../platform/child.ts';
import {getJson} from '../../platform/http-get.ts';
import {readSettings} from '../../storage/settings.ts';
import {parseLine} from '../../watchdog/proxy-lines.ts';
import type {CliContext} from '../context.ts';
import {fail, ok, warn} from './check.ts';

const startTimeoutMs = 10_000;
const healthTimeoutMs = 3000;
const stopTimeoutMs = 3000;
const answerTimeoutMs = 30_000;

/**
 * Starts a proxy of its own, checks that it answers, asks the model for a word if `online`, and
 * stops it.
 */
export async function checkProxy(
	cli: CliContext,
	{online}: {online: boolean},
): Promise<readonly DoctorCheck[]> {
	const {settings} = readSettings(cli.folders.config);
	// Use any free port, because a running agent-tui may already use the port in the settings.
	const anyPort = {...settings, proxy: {...settings.proxy, port: 0}};
	const child = spawnProxy({
		settings: anyPort,
		env: {...cli.env, AGENT_TUI_UNLISTED: '1'},
		port: 0,
		token: null,
	});
	try {
		const listening = await waitForAddress(cli, child);
		if (typeof listening === 'string') {
			return [fail('proxy', listening, 'see what it says with: agent-tui proxy')];
		}
		const health = await getJson({
			url: `${listening.url}/health`,
			token: listening.token,
			timeoutMs: healthTimeoutMs,
		});
		if (!health.ok) {
			return [
				fail(
					'proxy',
					`it started, but is not well: ${health.failure.message}`,
					'see what it says with: agent-tui proxy',
				),
			];
		}
		return [describe(listening), ...(online ? [await askModel(listening)] : [])];
	} finally {
		await stop(cli, child);
	}
}

type Listening = {
	readonly url: string;
	readonly token: string;
	readonly provider: string;
	readonly model: string;
};

/** Returns the proxy's address once it listens, or the reason why it doesn't. */
async function waitForAddress(cli: CliContext, child: Child): Promise<Listening | string> {
	const deadline = new AbortController();
	const listening = new Promise<Listening>(resolve => {
		child.onLine(line => {
			const message = parseLine(line);
			if (message?.type === 'listening') {
				const {address, provider, model} = message;
				resolve({url: address.url, token: address.token, provider, model});
			}
		});
	});
	const result = await Promise.race([
		listening,
		child.ended.then(({lastWords}) => `it ended at its start: ${mainLine(lastWords)}`),
		cli.clock
			.sleep(startTimeoutMs, deadline.signal)
			.then(() => `it did not start within ${startTimeoutMs / 1000} s`),
	]);
	deadline.abort();
	return result;
}

/** Picks the line with the error out of the lines of a stack trace. */
function mainLine(words: string): string {
	const lines = words.trim().split('\n');
	return lines.find(line => /error/i.test(line) && !/^\s+at /.test(line)) ?? lines.at(-1) ?? '';
}

function describe({provider, model}: Listening): DoctorCheck {
	const words = 'it starts and answers';
	return provider.startsWith('practice')
		? warn(
				'proxy',
				`${words}; no provider was found, so the built-in practice model answers`,
				'export OPENAI_API_KEY=…, or add a provider with: agent-tui config edit',
			)
		: ok(
				'proxy',
				`${words}; ${provider || 'a provider'}${model ? `, model ${model}` : ''} is used`,
			);
}

async function askModel(listening: Listening): Promise<DoctorCheck> {
	const request: ModelRequest = {
		model: 'default',
		instructions: 'Answer with one word.',
		input: [{type: 'user', text: 'Say ok.'}],
		tools: [],
		signal: AbortSignal.timeout(answerTimeoutMs),
	};
	const hint = 'check the key, the address and the model: agent-tui config list';
	const {responsesModel} = await import('../../model/responses.ts');
	for await (const part of responsesModel(async () => listening).stream(request)) {
		if (part.type === 'text' && part.text !== '') {
			return ok('model', 'it answers');
		}
		if (part.type === 'failure') {
			return fail('model', part.failure.message, hint);
		}
	}
	return fail('model', 'it ended without a word', hint);
}

async function stop(cli: CliContext, child: Child): Promise<void> {
	child.signal('SIGTERM');
	const force = cli.clock.after(stopTimeoutMs, () => child.signal('SIGKILL'));
	await child.ended;
	force.cancel();
}
