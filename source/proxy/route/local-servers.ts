import type {Json} from '../../events/json.ts';
import type {ReadingState} from '../../events/reading.ts';
import type {Clock, Timer} from '../../platform/clock.ts';
import {parseJson} from '../translate/request-reading.ts';
import type {Client} from './client.ts';
import {getText} from './get-text.ts';
import {type LocalState, reports, type ServerKind} from './local-state.ts';
import type {Provider} from './provider.ts';

/**
 * Asks model servers on this machine or in this network how far they are, until an answer begins.
 * The first question comes after some seconds, so a fast server is never asked.
 */
export type LocalServers = {
	/**
	 * Asks a server regularly until stopped. Calls `onState` when what the server does has changed.
	 */
	readonly watch: (
		asked: AskedServer,
		onState: (state: ReadingState) => void,
	) => {readonly stop: () => void};
	/** Returns whether the server can say in its answer's stream how far it is. */
	readonly tellsInStream: (provider: Provider) => boolean;
};

export type AskedServer = {
	readonly provider: Provider;
	readonly model: string;
	readonly headers: Readonly<Record<string, string>>;
	/** How long the answer may take until it begins. */
	readonly limitMs: number;
};

const periodMsMax = 2000;
/** llama.cpp answers only between two batches, which take seconds on a slow machine. */
const timeoutMs = 20_000;
const lengthMax = 4_194_304;

export function createLocalServers({
	client,
	clock,
}: {
	readonly client: Client;
	readonly clock: Clock;
}): LocalServers {
	/** The kind of each server, by its root address. `other`: it answers but gives no progress. */
	const kinds = new Map<string, ServerKind | 'other'>();
	const look = async ({provider, model, headers}: AskedServer): Promise<LocalState | null> => {
		const root = rootOf(provider);
		const known = kinds.get(root);
		const asked = known === undefined ? allKinds : known === 'other' ? [] : [known];
		const answers = await Promise.all(
			asked.map(async kind => {
				const {path, read} = reports[kind];
				const url = `${root}${path}`;
				const {caFile} = provider;
				const call = {client, clock, url, headers, caFile, timeoutMs, lengthMax};
				const answer = await getText(call);
				const body = (answer && parseJson(answer.text)) as Json;
				return {kind, answer, state: answer && read(body, answer.status, model)};
			}),
		);
		const told = answers.find(({state}) => state !== null);
		if (told) {
			kinds.set(root, told.kind);
		} else if (known === undefined && answers.every(({answer}) => answer !== null)) {
			kinds.set(root, 'other');
		}
		return told?.state ?? null;
	};
	return {
		watch: (asked, onState) =>
			asked.provider.isNear === true
				? watchServer({clock, look: () => look(asked), limitMs: asked.limitMs}, onState)
				: {stop() {}},
		tellsInStream: provider =>
			provider.kind === 'openai-chat' && kinds.get(rootOf(provider)) === 'llama.cpp',
	};
}

const allKinds = Object.keys(reports) as readonly ServerKind[];

function rootOf({baseUrl}: Provider): string {
	return baseUrl.replace(/\/v1(?:beta)?$/, '');
}

function watchServer(
	{
		clock,
		look,
		limitMs,
	}: {
		readonly clock: Clock;
		readonly look: () => Promise<LocalState | null>;
		readonly limitMs: number;
	},
	onState: (state: ReadingState) => void,
): {readonly stop: () => void} {
	const periodMs = Math.min(periodMsMax, Math.ceil(limitMs / 3));
	let timer: Timer | null = null;
	let mark = '';
	let isStopped = false;
	const next = () => {
		timer = clock.after(periodMs, () => void ask());
	};
	const ask = async () => {
		const told = await look().catch(() => null);
		if (isStopped) {
			return;
		}
		if (told && told.mark !== mark) {
			mark = told.mark;
			onState(told.state);
		}
		next();
	};
	next();
	return {
		stop() {
			isStopped = true;
			timer?.cancel();
		},
	};
}
