import type {AgentApp, InitializeResponse, JsonRpcId} from '@agentclientprotocol/sdk';
import {version} from '../../cli/version.ts';
import type {AcpEditor, Sdk} from './editor.ts';
import type {EditorSessions} from './editor-sessions.ts';

export type AppParts = {
	readonly editor: AcpEditor;
	readonly sessions: EditorSessions;
	readonly whenAnswered: (request: JsonRpcId, action: () => void) => void;
};

/** Connects each method that an editor may call with the function that serves it. */
export function createAgentApp(sdk: Sdk, {editor, sessions, whenAnswered}: AppParts): AgentApp {
	const {initialize, authenticate, session} = sdk.methods.agent;
	return sdk
		.agent({name: 'agent-tui'})
		.onRequest(initialize, ({params}) => {
			editor.introduce(params);
			return introduction(sdk);
		})
		.onRequest(authenticate, () => ({}))
		.onRequest(session.new, async ({params, requestId}) => {
			const {opened, answer} = await sessions.begin(params);
			whenAnswered(requestId, opened.begin);
			return answer;
		})
		.onRequest(session.load, async ({params, requestId}) => {
			const {opened, answer} = await sessions.comeBack(params, {isTold: true});
			whenAnswered(requestId, opened.begin);
			return answer;
		})
		.onRequest(session.resume, async ({params, requestId}) => {
			const {opened, answer} = await sessions.comeBack(params, {isTold: false});
			whenAnswered(requestId, opened.begin);
			return answer;
		})
		.onRequest(session.list, ({params}) => sessions.list(params))
		.onRequest(session.close, ({params}) => sessions.close(params.sessionId))
		.onRequest(session.setConfigOption, ({params}) =>
			sessions.find(params.sessionId).setOption(params.configId, params.value),
		)
		.onRequest(session.setMode, async ({params}) => {
			await sessions.find(params.sessionId).setOption('mode', params.modeId);
			return {};
		})
		.onRequest(session.prompt, async ({params, signal}) => ({
			stopReason: await sessions.find(params.sessionId).prompt(params.prompt, signal),
		}))
		.onNotification(session.cancel, ({params}) => sessions.known(params.sessionId)?.cancel());
}

function introduction(sdk: Sdk): InitializeResponse {
	return {
		protocolVersion: sdk.PROTOCOL_VERSION,
		agentInfo: {name: 'agent-tui', title: 'agent-tui', version},
		agentCapabilities: {
			loadSession: true,
			promptCapabilities: {image: true, audio: false, embeddedContext: true},
			mcpCapabilities: {http: true, sse: false},
			sessionCapabilities: {list: {}, resume: {}, close: {}},
		},
		authMethods: [],
	};
}
