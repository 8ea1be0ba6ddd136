import {connect} from 'node:net';
import type {Duplex} from 'node:stream';
import {version} from '../../cli/version.ts';
import type {Result} from '../../events/failure.ts';
import type {SessionId} from '../../events/ids.ts';
import type {Settings} from '../../events/settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Environment, Folders} from '../../platform/folders.ts';
import {systemIds} from '../../platform/ids.ts';
import {loginEnvironment} from '../../session-process/login-environment.ts';
import {installedRedactor} from '../../storage/redact.ts';
import type {CellSize, ScreenInfo} from '../../wire/message.ts';
import {connectEngine, type RemoteEngine} from '../../wire/remote-engine.ts';
import type {FrontEndSession} from '../front-end-session.ts';

export type AttachRequest = {
	readonly socket: Duplex;
	readonly token: string;
	/** Whether the engine is known to run, rather than just starting. */
	readonly isRunning?: boolean;
	readonly kind: ScreenInfo['kind'];
	readonly size: CellSize;
	/** Where the person sits. Set if the environment doesn't tell, as for an editor. */
	readonly seat?: string;
	readonly env: Environment;
	readonly folders: Folders;
	readonly settings: Settings;
	readonly clock: Clock;
};

/** Connects a front end to an engine that runs in a process of its own. */
export async function attach(request: AttachRequest): Promise<Result<FrontEndSession>> {
	const {socket, token, isRunning = false, kind, size, seat, env, clock} = request;
	const connected = await connectEngine({
		socket,
		clock,
		version,
		token,
		screen: {id: screenId(), kind, from: seat ?? seatOf(env), ...size},
		env: loginEnvironment(env),
		redial: dialEngine,
		isRunning,
	});
	return connected.ok ? {ok: true, value: attachedSession(request, connected.value)} : connected;
}

function attachedSession(
	{env, folders, settings}: AttachRequest,
	remote: RemoteEngine,
): FrontEndSession {
	const {engine, welcome} = remote;
	return {
		engine,
		session: welcome.session as SessionId,
		settings,
		folders,
		redactor: installedRedactor({folder: folders.state, env, providers: settings.providers}),
		journalPath: welcome.journalPath,
		readOnly: welcome.readOnly,
		// Nothing to do: the engine has started itself, in its own process.
		start() {},
		warmUp() {},
		killPrograms() {},
		reportCrash: () => null,
		setSize: remote.setSize,
		end: remote.end,
		remote,
	};
}

/**
 * Connects to the socket of a running engine. If that fails, the message stream on the returned
 * socket closes.
 */
export function dialEngine(path: string): Duplex {
	return connect(path);
}

function screenId(): string {
	return systemIds()('screen');
}

/** Says where the person sits, for the list of screens. */
function seatOf(env: Environment): string {
	const [from] = env['SSH_CONNECTION']?.split(' ') ?? [];
	const tmux = env['TMUX'] ? 'tmux' : '';
	const seat = from === undefined || from === '' ? 'here' : `ssh from ${from}`;
	return [seat, tmux, env['SSH_TTY'] ?? ''].filter(part => part !== '').join(', ');
}
