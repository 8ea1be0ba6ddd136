import {rmSync} from 'node:fs';
import type {ProxyCommand} from '../../events/control.ts';
import {failed, type Result} from '../../events/failure.ts';
import type {Incident, WatchAction} from '../../events/incident.ts';
import {isJsonObject} from '../../events/json.ts';
import type {Settings} from '../../events/settings.ts';
import {postJson} from '../../platform/http-get.ts';
import {holderOfPort} from '../../platform/port-holder.ts';
import {isStaleRunFile} from '../../platform/run-file.ts';
import {faultWithId} from '../../watchdog/faults.ts';
import type {HealthProbe} from '../../watchdog/probe.ts';
import type {Supervisor} from '../../watchdog/supervisor.ts';

/** What the functions that carry out the watchdog's actions need. */
export type ActionDeps = {
	readonly supervisor: Supervisor;
	readonly probe: HealthProbe;
	readonly settings: Settings;
	/** Names of models as `provider/model`, as the proxy lists them. */
	readonly models: () => readonly string[];
	/** Called after a switch: from then on the engine asks for the other model. */
	readonly onSwitched: (change: {from: Place; to: Place}) => void;
	readonly runFile: string | null;
};

type Place = {readonly provider: string; readonly model: string};

/** Resolves to a sentence that says what was done. Whether it helped is verified later. */
export async function carryOut(deps: ActionDeps, incident: Incident): Promise<Result<string>> {
	const {action, fault} = incident;
	switch (action.type) {
		case 'alert':
			return done(action.text);
		case 'inline':
			return done(inlineWords[action.what]);
		case 'restart-proxy':
			return heal(deps, {force: faultWithId(fault)?.isDeaf === true});
		case 'free-port':
			return done(portWords(incident));
		case 'check-proxy':
			return check(deps);
		case 'clean-run-file':
			return cleanRunFile(deps.runFile);
		case 'switch-route':
			return switchRoute(deps, incident);
		default:
			return command(deps, commandFor(deps, incident, action));
	}
}

const inlineWords = {
	wait: 'The proxy waits as long as the provider asked, and asks again.',
	retry: 'The proxy asks again, each time a little later.',
	resume: 'The proxy asks for the rest of the answer.',
	learn: 'The proxy leaves out what was refused, and asks again.',
	mend: 'The call was mended; its card says how.',
	'ask-back': 'The model was asked to write its call again.',
	'ask-user': 'A card asks you.',
	ignore: 'Nothing had to be done.',
} as const;

function done(value: string): Result<string> {
	return {ok: true, value};
}

function heal({supervisor}: ActionDeps, how: {force: boolean}): Result<string> {
	const why = supervisor.heal(how);
	return why === null
		? done('The proxy is started again, on the same port.')
		: {ok: false, failure: failed('limit', why)};
}

/**
 * Only reports who holds the port. The supervisor has already chosen another port: it never tries a
 * refused one twice.
 */
function portWords({evidence}: Incident): string {
	const port = Number(evidence.note);
	const holder = port > 0 ? holderOfPort(port) : null;
	const who = holder ? `process ${holder.pid} (${holder.command})` : 'another program';
	return `Port ${evidence.note ?? ''} is held by ${who}, which is left alone; the proxy takes another one.`;
}

async function check(deps: ActionDeps): Promise<Result<string>> {
	const health = await deps.probe.look();
	return health.isWell
		? done('The proxy answers: the trouble lies behind it.')
		: heal(deps, {force: true});
}

/** Removes the run file, but only if the process that it names is gone. */
export function cleanRunFile(path: string | null): Result<string> {
	if (path === null || !isStaleRunFile(path)) {
		return done('The file is right again.');
	}
	try {
		rmSync(path, {force: true});
		return done('The file was taken away.');
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		return {ok: false, failure: failed('storage', `${path} can't be removed: ${why}`)};
	}
}

/** Redirects both names: the one that the client asked for, and the model to which it led. */
async function switchRoute(deps: ActionDeps, {evidence}: Incident): Promise<Result<string>> {
	const {provider = '', model = '', route} = evidence;
	const to = otherRoute(deps, provider);
	if (!to) {
		return {ok: false, failure: failed('refused', 'There is no other route any more.')};
	}
	let done: Result<string> | null = null;
	for (const name of new Set([route ?? model, `${provider}/${model}`])) {
		done = await command(deps, {type: 'switch-route', model: name, to});
		if (!done.ok) {
			return done;
		}
	}
	deps.onSwitched({from: {provider, model}, to});
	return done ?? {ok: false, failure: failed('refused', 'Nothing was switched.')};
}

const coolDownMs = 60_000;
const firstByteMsMax = 240_000;
const gapMsMax = 900_000;
const raisedConnectMs = 30_000;

function commandFor(deps: ActionDeps, {evidence}: Incident, action: WatchAction): ProxyCommand {
	const {provider = '', model = ''} = evidence;
	const named = {...(provider && {provider}), ...(model && {model})};
	switch (action.type) {
		case 'cool-down':
			return {type: 'cool-down', provider, ...(model && {model}), forMs: coolDownMs};
		case 'raise-timeout':
			return {
				type: 'raise-timeout',
				provider,
				...(model && {model}),
				...raisedLimit(deps, evidence.code),
			};
		case 'refresh-keys':
			return {type: 'refresh-keys', ...(provider && {provider})};
		default:
			return {type: 'clear-caps', ...named};
	}
}

/** Raises only the limit that was exceeded, and leaves the others. */
function raisedLimit(
	{settings: {proxy}}: ActionDeps,
	code: string | number | undefined,
): Omit<Extract<ProxyCommand, {type: 'raise-timeout'}>, 'type' | 'provider' | 'model'> {
	switch (code) {
		case 'gap':
			return {gapMs: Math.min(gapMsMax, proxy.streamIdleMs * 2)};
		case 'whole-answer':
			return {wholeMs: Math.min(gapMsMax, proxy.streamIdleMs * 2)};
		case 'connect':
			return {connectMs: raisedConnectMs};
		default:
			return {firstByteMs: Math.min(firstByteMsMax, proxy.firstByteMs * 2)};
	}
}

async function command({supervisor}: ActionDeps, sent: ProxyCommand): Promise<Result<string>> {
	// The proxy may still be starting. Wait until it listens.
	const address = await supervisor.address(AbortSignal.timeout(commandMsMax)).catch(() => null);
	if (!address) {
		return {ok: false, failure: failed('unreachable', 'The proxy does not run.')};
	}
	const answer = await postJson(
		{url: `${address.url}/control`, token: address.token, timeoutMs: commandMsMax},
		sent,
	);
	if (!answer.ok) {
		return answer;
	}
	const {value} = answer;
	return isJsonObject(value) && value['ok'] === true
		? done(String(value['done'] ?? 'Done.'))
		: {ok: false, failure: failed('refused', wordsOf(value))};
}

const commandMsMax = 5000;

function wordsOf(value: unknown): string {
	return isJsonObject(value) && typeof value['message'] === 'string'
		? value['message']
		: 'The proxy did not do it.';
}

/** Returns a route to another provider if the user has allowed it for this pair. */
function otherRoute(
	{settings, models}: Pick<ActionDeps, 'settings' | 'models'>,
	from: string,
): {provider: string; model: string} | null {
	const allowed = new Set(
		settings.proxy.consent.filter(pair => pair.from === from).map(pair => pair.to),
	);
	const found = models().find(name => allowed.has(name.slice(0, name.indexOf('/'))));
	const cut = found?.indexOf('/') ?? -1;
	return found === undefined ? null : {provider: found.slice(0, cut), model: found.slice(cut + 1)};
}

/** Why the watchdog may not do this by itself, and what the user can do instead. */
export function whyNotAllowed(
	deps: Pick<ActionDeps, 'settings' | 'models'>,
	{
		action,
		provider = '',
		monitoring,
	}: {
		action: WatchAction;
		provider: string | undefined;
		monitoring: Settings['monitoring'];
	},
): string | null {
	if (action.type === 'restart-proxy' && !monitoring.autoRestartProxy) {
		return 'Type /proxy restart: monitoring.autoRestartProxy is off.';
	}
	if (action.type !== 'switch-route') {
		return null;
	}
	if (!monitoring.autoSwitchProvider) {
		return `${provider} gives no answers. Choose another model with /model; monitoring.autoSwitchProvider would let the watchdog do it.`;
	}
	return otherRoute(deps, provider)
		? null
		: `${provider} gives no answers, and you have agreed to no other provider in its place. Choose one with /model, or add the pair to proxy.consent.`;
}
