import type {
	AgentConnection,
	InitializeRequest,
	RequestPermissionRequest,
	RequestPermissionResponse,
	SessionUpdate,
} from '@agentclientprotocol/sdk';
import type {CliContext} from '../../cli/context.ts';
import {revealInRow} from '../../text/neutralise.ts';

export type Sdk = typeof import('@agentclientprotocol/sdk');

/** The editor: what it said of itself, and what it can be told and asked. */
export type AcpEditor = {
	readonly connect: (connection: AgentConnection) => void;
	/** Whether it has gone: what is under way for it goes on. */
	readonly isGone: () => boolean;
	readonly introduce: (request: InitializeRequest) => void;
	/** What it is called; empty if it did not say. */
	readonly name: () => string;
	/** Where its person sits, for screens and the journal: `editor Zed 1.9`. */
	readonly seat: () => string;
	/** Whether it shows the live output of our terminals, by the convention of Zed. */
	readonly showsTerminals: () => boolean;
	readonly showsNotices: () => boolean;
	readonly update: (session: string, update: SessionUpdate) => void;
	readonly askPermission: (
		request: RequestPermissionRequest,
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
	/** The text of a file as the editor has it, saved or not; null if it can't tell. */
	readonly readFile: (session: string, path: string) => Promise<string | null>;
	/** An error that the editor shows, in our words. */
	readonly failure: (code: number, words: string) => Error;
};

const nameLengthMax = 60;

export function createEditor(
	sdk: Sdk,
	{complain, clock}: Pick<CliContext, 'complain' | 'clock'>,
): AcpEditor {
	let connection: AgentConnection | null = null;
	let said: Partial<InitializeRequest> = {};
	const {session, fs} = sdk.methods.client;
	return {
		connect(made) {
			connection = made;
		},
		isGone: () => connection?.signal.aborted ?? true,
		introduce(request) {
			said = request;
		},
		name: () => said.clientInfo?.name ?? '',
		seat() {
			const {name = '', title, version = ''} = said.clientInfo ?? {};
			const words = `editor ${title || name || 'without a name'} ${version}`;
			return revealInRow(words).slice(0, nameLengthMax).trim();
		},
		showsTerminals: () => said.clientCapabilities?._meta?.['terminal_output'] === true,
		showsNotices: () => Boolean(said.clientCapabilities?.session?.notices),
		update(sessionId, update) {
			connection?.client.notify(session.update, {sessionId, update}).catch(gone(complain));
		},
		async askPermission(request, cancellationSignal) {
			if (!connection) {
				throw new Error('no editor is connected');
			}
			const response = await connection.client.request(session.requestPermission, request, {
				cancellationSignal,
				stopWaitingOnCancel: true,
			});
			// The SDK settles an answer at once, and hands a notification on some microtasks later: a
			// cancel that the editor sent before its answer is heard before it, too.
			await clock.sleep(0);
			return response;
		},
		async readFile(sessionId, path) {
			if (!connection || !said.clientCapabilities?.fs?.readTextFile) {
				return null;
			}
			const read = connection.client.request(fs.readTextFile, {sessionId, path});
			return read.then(
				({content}) => content,
				() => null,
			);
		},
		failure: (code, words) => new sdk.RequestError(code, words),
	};
}

/** An editor that has gone is noticed by the end of its input. */
function gone(complain: (text: string) => void): (error: unknown) => void {
	return error => {
		const why = error instanceof Error ? error.message : String(error);
		if (!/clos/i.test(why)) {
			complain(`agent-tui: an update did not reach the editor: ${why}\n`);
		}
	};
}

/** Numbers of errors in JSON-RPC and in ACP. */
export const errorCodes = {invalidParams: -32_602, internal: -32_603, notFound: -32_002} as const;
