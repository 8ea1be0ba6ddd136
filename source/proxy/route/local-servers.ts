import type {Json} from '../../events/json.ts';
import type {ReadingState} from '../../events/reading.ts';
import type {Clock, Timer} from '../../platform/clock.ts';
import {parseJson} from '../translate/request-reading.ts';
import type {Client} from './client.ts';
import {getText} from './get-text.ts';
import {type LocalState, reports, type ServerKind} from './local-state.ts';
import type {Provider} from './provider.ts';

/**
 * Model servers on this machine or in this network, asked how far they are while an answer has not
 * begun. The first question comes after some seconds, so a fast server is never asked.
 */
export type LocalServers = {
	/** Looks on until it is stopped. Tells what the server does whenever that has changed. */
	readonly watch: (
		asked: AskedServer,
		onState: (state: ReadingState) => void,
	) => {readonly stop: () => void};
	/** The stream of its answers says how far it is, if it is asked to. */
	readonly tellsInStream: (provider: Provider) => boolean;
};

export type AskedServer = {
	readonly provider: Provider;
	readonly model: string;
	readonly headers: Readonly<Record<string, string>>;
	/** How long the answer may take to begin. */
	readonly limitMs: number;
};

const periodMsMax = 2000;
/** llama.cpp answers between two batches, which take seconds on a slow machine. */
const timeoutMs = 20_000;
const lengthMax = 4_194_304;

export function createLocalServers({
	client,
	clock,
}: {
	readonly client: Client;
	readonly clock: Clock;
}): LocalServers {
	/** By the root of the server; `other`: it answers, and tells nothing of this kind. */
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
