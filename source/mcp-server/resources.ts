import type {Server} from '@modelcontextprotocol/server';
import type {TerminalId} from '../events/ids.ts';
import type {TerminalRecord} from '../state/state.ts';
import type {ServerSdk} from './make-server.ts';
import type {Service} from './service.ts';

const scheme = 'terminal://';
const views = ['screen', 'transcript'] as const;
const transcriptBytesMax = 262_144;
/** The limit is needed because a client may subscribe to resources that do not exist yet. */
const subscribedMax = 1000;
/** How often changes are reported, as some terminals print without end. */
const toldMs = 1000;

export const resourceTemplates = [
	{
		uriTemplate: `${scheme}{id}/screen`,
		name: 'screen',
		description: 'The rows of a terminal as they stand now.',
		mimeType: 'text/plain',
	},
	{
		uriTemplate: `${scheme}{id}/transcript`,
		name: 'transcript',
		description: 'The end of everything that a terminal printed.',
		mimeType: 'text/plain',
	},
] as const;

/** Offers the screens and transcripts of the terminals that the model may see, as MCP resources. */
export function addResources(
	service: Service,
	{server, sdk, era}: {server: Server; sdk: ServerSdk; era: 'legacy' | 'modern'},
): void {
	const {parts} = service;
	const subscribed = new Set<string>();
	server.setRequestHandler('resources/list', () => ({
		resources: visible(service).flatMap(terminal =>
			views.map(view => ({
				uri: uriOf(terminal.id, view),
				name: `terminal ${terminal.id} ${view}`,
				title: `${terminal.title} (${view})`,
				mimeType: 'text/plain',
			})),
		),
	}));
	server.setRequestHandler('resources/templates/list', () => ({
		resourceTemplates: [...resourceTemplates],
	}));
	server.setRequestHandler('resources/read', async ({params: {uri}}) => {
		const text = await read(service, uri);
		if (text === null) {
			throw new sdk.ResourceNotFoundError(uri, 'There is no such terminal.');
		}
		return {contents: [{uri, mimeType: 'text/plain', text: parts.ports.redactor.text(text)}]};
	});
	server.setRequestHandler('resources/subscribe', ({params: {uri}}) => {
		if (subscribed.size >= subscribedMax) {
			const words = `No more than ${subscribedMax} resources can be subscribed to.`;
			throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, words);
		}
		subscribed.add(uri);
		return {};
	});
	server.setRequestHandler('resources/unsubscribe', ({params: {uri}}) => {
		subscribed.delete(uri);
		return {};
	});
	const stop = tellChanges(service, {
		// A newer-era client states elsewhere what it listens to, and other notifications are dropped
		// there.
		isWanted: uri => era === 'modern' || subscribed.has(uri),
		onChange: uri => void server.sendResourceUpdated({uri}).catch(() => {}),
		onList: () => void server.sendResourceListChanged().catch(() => {}),
	});
	server.onclose = stop;
}

function uriOf(id: TerminalId, view: (typeof views)[number]): string {
	return `${scheme}${id}/${view}`;
}

function visible({parts: {store}}: Service): readonly TerminalRecord[] {
	return store.state().terminals.filter(({owner, isShared}) => owner === 'model' || isShared);
}

async function read(service: Service, uri: string): Promise<string | null> {
	const {terminals, ports} = service.parts;
	const terminal = visible(service).find(({id}) => uri.startsWith(`${scheme}${id}/`));
	const screen = terminal ? terminals.view(terminal.id) : null;
	if (!(terminal && screen)) {
		return null;
	}
	if (uri === uriOf(terminal.id, 'screen')) {
		await screen.flush();
		return screen.plainRows(ports.redactor.text).join('\n').trimEnd();
	}
	if (uri !== uriOf(terminal.id, 'transcript')) {
		return null;
	}
	const size = (await terminals.transcript(terminal.id, {from: 0, to: 0}))?.size ?? 0;
	const range = {from: Math.max(0, size - transcriptBytesMax), to: size};
	const part = await terminals.transcript(terminal.id, range);
	return part === null ? null : part.bytes.toString('utf8');
}

/** Reports changes of terminals' screens. Returns a function that stops this. */
function tellChanges(
	service: Service,
	{
		isWanted,
		onChange,
		onList,
	}: {
		isWanted: (uri: string) => boolean;
		onChange: (uri: string) => void;
		onList: () => void;
	},
): () => void {
	const {store, terminals, ports} = service.parts;
	const watched = new Map<TerminalId, () => void>();
	const changed = new Set<TerminalId>();
	const watch = () => {
		for (const {id} of visible(service)) {
			const screen = watched.has(id) ? null : terminals.view(id);
			if (screen) {
				watched.set(
					id,
					screen.picture.subscribe(() => void changed.add(id)),
				);
			}
		}
	};
	const timer = ports.clock.every(toldMs, () => {
		for (const uri of [...changed].flatMap(id => views.map(view => uriOf(id, view)))) {
			if (isWanted(uri)) {
				onChange(uri);
			}
		}
		changed.clear();
	});
	const stop = store.onEvent(({type}) => {
		if (type === 'terminal.opened' || type === 'terminal.closed') {
			queueMicrotask(() => {
				watch();
				onList();
			});
		}
	});
	watch();
	return () => {
		timer.cancel();
		stop();
		for (const end of watched.values()) {
			end();
		}
	};
}
