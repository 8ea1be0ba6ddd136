import type {Stamped} from '../../events/event.ts';
import {callOf} from '../../state/select.ts';
import type {View} from '../../view/open-view.ts';
import type {RemoteEngine} from '../../wire/remote-engine.ts';
import type {Presenter} from '../session-requests.ts';

type Ports = {
	readonly remote: RemoteEngine;
	readonly presenter: Presenter;
	readonly view: Pick<View, 'input'>;
};

/**
 * What a screen has to tell of an engine that is not its own: who else looks at it, who answered
 * first, and that it is silent or gone.
 */
export function followEngine(ports: Ports): () => void {
	const {remote, view} = ports;
	let isFollowed = true;
	let isSilent = false;
	const tell = () => {
		const screens = remote.screens().length;
		view.input.apply({type: 'tell-engine', screens, isSilent});
	};
	tell();
	void remote.gone.then(({why}) => {
		if (isFollowed) {
			isSilent = true;
			tell();
			tellEnd(ports, why);
		}
	});
	const stops = [
		remote.onScreens(tell),
		remote.onSilence(isSilentNow => {
			isSilent = isSilentNow;
			tell();
		}),
		remote.engine.events.subscribe(event => tellAnswer(ports, event)),
	];
	return () => {
		isFollowed = false;
		for (const stop of stops) {
			stop();
		}
	};
}

/** An engine that says why it ends has ended in order; one that does not has died. */
function tellEnd({presenter}: Ports, why: string | null): void {
	if (why !== null) {
		presenter.leave({type: 'quit', exitCode: 0, words: endWords[why] ?? `${why}\n`});
		return;
	}
	presenter.show({
		type: 'picker',
		title: 'The process of this session has stopped unexpectedly',
		items: [
			{
				label: 'Go on with the session',
				detail: 'resumes it from its journal',
				intent: {type: 'open-session', session: presenter.session},
			},
			{label: 'Quit', detail: '', intent: {type: 'quit', isSure: true}},
		],
	});
}

/** For the ends that need no words, or others than the engine's. */
const endWords: Readonly<Record<string, string>> = {
	quit: 'Another screen has ended this session.\n',
	signal: 'This session was asked to end.\n',
};

function tellAnswer({remote, presenter}: Ports, event: Stamped): void {
	if (event.type !== 'authorization.answered' || !event.screen) {
		return;
	}
	const {screen, verdict} = event;
	if (screen.id !== remote.screen) {
		const what = callOf(presenter.state(), event.call)?.summary ?? 'a card';
		const answer = verdict.type === 'deny' ? 'denied' : 'allowed';
		remote.tellHere('info', `Another screen (${screen.from}) ${answer}: ${what}`);
	}
}
