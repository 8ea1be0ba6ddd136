import type {SessionUpdate} from '@agentclientprotocol/sdk';
import type {Stamped} from '../../events/event.ts';
import {neutralise} from '../../text/neutralise.ts';
import {createEditorQuestions} from './editor-questions.ts';
import type {EditorSessionPorts} from './editor-session.ts';
import {createLiveOutput} from './live-output.ts';
import {createProjection, type Projection} from './projection.ts';
import {createPrompts, type Prompts} from './prompts.ts';
import {createSessionNews} from './session-news.ts';

/** Everything that sends an editor the news of a session and takes the editor's answers. */
export type SessionTeller = {
	readonly prompts: Prompts;
	readonly update: (update: SessionUpdate) => void;
	/** Shows a text to the person in the conversation, as Markdown. */
	readonly say: (text: string) => void;
	/** Sends the earlier conversation if `isTold`. Otherwise only marks it as sent. */
	readonly tellPast: (isTold: boolean) => void;
	/** From now on the editor gets all news, and the questions of cards. */
	readonly start: () => void;
	/** Runs some work. Notices that appear meanwhile are shown, because they may be its answer. */
	readonly listening: <Value>(work: () => Promise<Value>) => Promise<Value>;
	/** Stops sending. Questions that are open in the editor remain as waiting cards. */
	readonly close: () => void;
};

export function createSessionTeller(ports: EditorSessionPorts): SessionTeller {
	const {editor, front, mirror} = ports;
	const {engine, session, redactor} = front;
	const {state} = mirror;
	let listeners = 0;
	const update = (one: SessionUpdate) => editor.update(session, one);
	const say = (text: string) => {
		const shown = `${neutralise(redactor.text(text))}\n\n`;
		update({sessionUpdate: 'agent_message_chunk', content: {type: 'text', text: shown}});
	};
	const prompts = createPrompts(engine, state);
	const projection = createProjection({
		redactor,
		isOwn: prompts.isOwn,
		showsTerminals: editor.showsTerminals(),
	});
	const isHeard = () => listeners > 0;
	const followers = createFollowers(ports, {projection, prompts, update, say, isHeard});
	return {
		prompts,
		update,
		say,
		tellPast(isTold) {
			const past = projection.next(state());
			if (isTold) {
				past.forEach(update);
			}
		},
		start: followers.start,
		async listening(work) {
			listeners += 1;
			try {
				return await work();
			} finally {
				listeners -= 1;
			}
		},
		close: followers.close,
	};
}

type FollowerPorts = Pick<SessionTeller, 'prompts' | 'update' | 'say'> & {
	readonly projection: Projection;
	/** Whether work runs whose answer may come as a notice. */
	readonly isHeard: () => boolean;
};

/**
 * Follows the state of the session and calls all senders, in the order in which the editor needs
 * the news.
 */
function createFollowers(
	ports: EditorSessionPorts,
	{projection, prompts, update, say, isHeard}: FollowerPorts,
): Pick<SessionTeller, 'start' | 'close'> {
	const {editor, front, mirror} = ports;
	const {engine, session, redactor} = front;
	const {state} = mirror;
	const {isLive} = projection;
	const questions = createAsking(ports, {isLive, say, isPrompted: prompts.isOpen});
	const output = createLiveOutput({engine, state, hide: redactor.text, update});
	const news = createSessionNews({
		session,
		state,
		update: one => update(redactor.value(one)),
		say,
		showsNotices: editor.showsNotices(),
		isWaiting: isHeard,
	});
	const look = () => {
		projection.next(state()).forEach(update);
		for (const call of state().calls.values()) {
			isLive(call) && output.follow(call);
		}
		questions.look();
		output.look();
		news.look();
		prompts.look();
	};
	const stops = [questions.close, output.close];
	return {
		start() {
			const hear = (event: Stamped) => {
				prompts.hear(event);
				news.hear(event);
			};
			stops.push(mirror.onEvent(hear), mirror.subscribe(look));
			look();
		},
		close() {
			for (const stop of stops.splice(0)) {
				stop();
			}
		},
	};
}

type Asking = Pick<Projection, 'isLive'> &
	Pick<SessionTeller, 'say'> & {readonly isPrompted: () => boolean};

function createAsking(
	{editor, front, mirror: {state}}: EditorSessionPorts,
	{isLive, say, isPrompted}: Asking,
) {
	const {engine, session, redactor} = front;
	const screen = {id: `acp-${session}`, from: editor.seat()};
	return createEditorQuestions({
		state,
		hide: redactor.value,
		isLive,
		ask: (toolCall, options, signal) =>
			editor.askPermission({sessionId: session, toolCall, options}, signal),
		answer: (call, verdict) => engine.dispatch({type: 'answer', call, verdict, screen}),
		// Without an open prompt the editor has no turn to cancel, so the card just keeps waiting.
		giveUp: () => isPrompted() && engine.dispatch({type: 'interrupt'}),
		cannotAsk({summary}, why) {
			if (!editor.isGone()) {
				say(
					`The editor could not ask for ${summary} (${why}). Its card waits: agent-tui attach ${session}`,
				);
			}
		},
	});
}
