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

/**
 * The connected editor: its name and abilities, and the messages and questions that it can be sent.
 */
export type AcpEditor = {
	readonly connect: (connection: AgentConnection) => void;
	/** Whether the editor has ended. Turns that it has started continue. */
	readonly isGone: () => boolean;
	readonly introduce: (request: InitializeRequest) => void;
	/** The editor's name; empty if it did not give one. */
	readonly name: () => string;
	/** What screens and the journal show as the place of the editor's person: `editor Zed 1.9`. */
	readonly seat: () => string;
	/** Whether the editor can show the output of our terminals live, by a convention of Zed. */
	readonly showsTerminals: () => boolean;
	readonly showsNotices: () => boolean;
	readonly update: (session: string, update: SessionUpdate) => void;
	readonly askPermission: (
		request: RequestPermissionRequest,
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
	/** The text of a file as the editor has it, even unsaved; null if the editor can't tell. */
	readonly readFile: (session: string, path: string) => Promise<string | null>;
	/** Makes an error with these words, which the editor shows. */
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
			// The SDK delivers an answer at once, but a notification some microtasks later. So wait, to
			// handle a cancel before an answer that the editor had sent after it.
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

/**
 * Makes a handler for failed updates. It ignores those to an editor that has ended, which is
 * noticed by the end of its input.
 */
function gone(complain: (text: string) => void): (error: unknown) => void {
	return error => {
		const why = error instanceof Error ? error.message : String(error);
		if (!/clos/i.test(why)) {
			complain(`agent-tui: an update did not reach the editor: ${why}\n`);
		}
	};
}

/** Error codes of JSON-RPC and of ACP. */
export const errorCodes = {invalidParams: -32_602, internal: -32_603, notFound: -32_002} as const;
