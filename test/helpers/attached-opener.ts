import {duplexPair} from 'node:stream';
import {attach} from '../../source/front-ends/attach/attach.ts';
import {endSession} from '../../source/front-ends/front-end-session.ts';
import {type EngineSessionRequest, openEngineSession} from '../../source/front-ends/open-engine.ts';
import type {OpenerOptions, SessionOpener} from '../../source/front-ends/session-opener.ts';
import {createEngineServer} from '../../source/wire/serve-engine.ts';

/**
 * Opens sessions as a screen does whose engine is a process of its own, but for the process: all
 * that the two say to each other crosses a stream as bytes.
 */
export function attachedOpener(
	options: OpenerOptions,
	ports: EngineSessionRequest['ports'] = {},
): SessionOpener {
	const {flags, env, cwd, folders, clock, size} = options;
	return async ({wanted, onProblem}) => {
		const pane = {columns: 80, rows: 24};
		const opened = openEngineSession({
			flags,
			wanted,
			env,
			cwd,
			folders,
			clock,
			ports,
			headless: null,
			terminalSize: () => pane,
			onProblem,
		});
		if (!opened.ok) {
			return opened;
		}
		const {engine, session, journalPath, readOnly, settings} = opened.value;
		const server = createEngineServer({
			engine,
			clock,
			version: 'test',
			epoch: 'one',
			session,
			journalPath,
			readOnly,
			isToken: () => false,
			onScreens() {},
			onEnvironment() {},
			onPane: next => void Object.assign(pane, next),
			async onEnd(reason) {
				server.close(reason, await endSession(opened.value, reason));
			},
		});
		const [near, far] = duplexPair();
		server.accept(far, {isTrusted: true});
		opened.value.start();
		return attach({
			socket: near,
			token: '',
			kind: 'screen',
			size: size?.() ?? {columns: 0, rows: 0},
			env,
			folders,
			settings,
			clock,
		});
	};
}
