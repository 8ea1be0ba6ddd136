import type {SessionId} from '../../events/ids.ts';
import type {View} from '../../view/open-view.ts';
import type {Intent} from '../../view/ui-state/intent.ts';
import type {Overlay} from '../../view/ui-state/overlay.ts';
import type {EngineGone, RemoteEngine} from '../../wire/remote-engine.ts';
import {goneWords} from '../engine-gone.ts';
import type {Presenter} from '../session-requests.ts';
import {tellAnswer} from '../tell-answer.ts';

type Ports = {
	readonly remote: RemoteEngine;
	readonly presenter: Presenter;
	readonly view: Pick<View, 'input'>;
};

/**
 * Tells the person about an engine in another process: how many screens show it, that another
 * screen has answered a card, that the engine is silent, or that it has ended.
 */
export function followEngine(ports: Ports): () => void {
	const {remote, presenter, view} = ports;
	let isFollowed = true;
	let isSilent = false;
	const tell = () => {
		const screens = remote.screens().length;
		view.input.apply({type: 'tell-engine', screens, isSilent});
	};
	tell();
	void remote.gone.then(gone => {
		if (isFollowed) {
			isSilent = true;
			tell();
			tellEnd(ports, gone);
		}
	});
	const stops = [
		remote.onScreens(tell),
		remote.onSilence(isSilentNow => {
			isSilent = isSilentNow;
			tell();
		}),
		remote.engine.events.subscribe(event => tellAnswer(remote, presenter.state(), event)),
	];
	return () => {
		isFollowed = false;
		for (const stop of stops) {
			stop();
		}
	};
}

/** Tells how the engine ended. With a reason it ended in order; without one it died. */
function tellEnd({presenter}: Ports, gone: EngineGone): void {
	const words = goneWords(gone, presenter.session);
	if (words === null) {
		presenter.show(waysOn(presenter.session));
	} else {
		presenter.leave({type: 'quit', exitCode: 0, words: `${words}\n`});
	}
}

function waysOn(session: SessionId): Overlay {
	return {
		type: 'picker',
		title: 'The process of this session has stopped unexpectedly',
		items: [
			{
				label: 'Go on with the session',
				detail: 'resumes it from its journal',
				intent: {type: 'open-session', session},
			},
			{label: 'Quit', detail: '', intent: {type: 'quit', isSure: true}},
		],
	};
}

/**
 * Handles an action that can't be sent because the engine is gone or this screen only watches. Puts
 * the text that the person wrote back into the composer; if the engine is gone, also offers what to
 * do next. Returns false if the intent is no such action or can be sent.
 */
export function keepUnsent({remote, presenter, view}: Ports, intent: Intent): boolean {
	const refusal = remote.refusal();
	const text = textOf(intent);
	if (text === null || refusal === null) {
		return false;
	}
	view.input.apply({type: 'compose', text});
	if (remote.isGone()) {
		presenter.show(waysOn(presenter.session));
	} else {
		remote.tellHere('warn', refusal);
	}
	return true;
}

/** The text that the person wrote for this action; null for all other intents. */
function textOf(intent: Intent): string | null {
	switch (intent.type) {
		case 'send':
		case 'queue':
			return intent.text;
		case 'run-shell':
			return `!${intent.command}`;
		default:
			return null;
	}
}
