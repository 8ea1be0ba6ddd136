import type {SessionUpdate} from '@agentclientprotocol/sdk';
import type {Stamped} from '../../events/event.ts';
import type {SessionId} from '../../events/ids.ts';
import {localHost} from '../../events/ids.ts';
import type {State} from '../../state/state.ts';
import {neutralise} from '../../text/neutralise.ts';
import {sessionOptions} from './session-options.ts';

export type NewsPorts = {
	readonly session: SessionId;
	readonly state: () => State;
	readonly update: (update: SessionUpdate) => void;
	/** Shows a text to the person in the conversation, as Markdown. */
	readonly say: (text: string) => void;
	readonly showsNotices: boolean;
	/** Whether a command of the person runs now. Its answer may come as a notice. */
	readonly isWaiting: () => boolean;
};

/**
 * Sends the editor news about the session as a whole: its name, model and size, and questions that
 * are not about calls.
 */
export type SessionNews = {
	readonly hear: (event: Stamped) => void;
	readonly look: () => void;
};

export function createSessionNews(ports: NewsPorts): SessionNews {
	const told = new Map<string, string>();
	const isNew = (name: string, value: unknown) => {
		const text = JSON.stringify(value);
		const isSame = told.get(name) === text;
		told.set(name, text);
		return !isSame;
	};
	isNew('options', sessionOptions(ports.state()));
	isNew('mode', ports.state().session.mode);
	return {
		hear(event) {
			if (event.type === 'notice.shown') {
				tellNotice(ports, event);
			}
		},
		look() {
			const state = ports.state();
			const configOptions = sessionOptions(state);
			if (isNew('options', configOptions)) {
				ports.update({sessionUpdate: 'config_option_update', configOptions});
			}
			const {mode} = state.session;
			if (isNew('mode', mode)) {
				ports.update({sessionUpdate: 'current_mode_update', currentModeId: mode});
			}
			const usage = usageOf(state);
			if (usage && isNew('usage', usage)) {
				ports.update({sessionUpdate: 'usage_update', ...usage});
			}
			const {title} = state.session;
			if (title !== '' && isNew('title', title)) {
				ports.update({sessionUpdate: 'session_info_update', title: neutralise(title)});
			}
			for (const question of otherQuestions(state)) {
				if (isNew(`question ${question.id}`, true)) {
					ports.say(`${question.words} Answer it in a terminal: agent-tui attach ${ports.session}`);
				}
			}
		},
	};
}

const severities = {info: 'info', warn: 'warning', error: 'error'} as const;

function tellNotice(
	{update, say, showsNotices, isWaiting}: NewsPorts,
	{level, text}: Extract<Stamped, {type: 'notice.shown'}>,
): void {
	if (showsNotices) {
		update({sessionUpdate: 'notice', severity: severities[level], title: neutralise(text)});
	} else if (level !== 'info' || isWaiting()) {
		say(neutralise(text));
	}
}

/** How full the model's context window is; null as long as its size is unknown. */
function usageOf({chat: {contextTokens, windowTokens, cost}}: State) {
	return windowTokens === 0
		? null
		: {
				used: contextTokens,
				size: windowTokens,
				...(cost.unpriced === 0 && {cost: {amount: cost.usd, currency: 'USD'}}),
			};
}

/**
 * Questions for a person that are not about calls. The protocol has no way to ask them, so the
 * editor only shows that they wait.
 */
function otherQuestions({hops, terminals, project}: State) {
	return [
		...hops.questions.map(({id, host, type, ...asked}) => ({
			id,
			words:
				type === 'host-key'
					? `The key of ${neutralise(host)} is not known here, and has to be compared.`
					: 'title' in asked && host === localHost
						? `${neutralise(asked.title)}.`
						: `${neutralise(host)} asks for a secret.`,
		})),
		...terminals
			.filter(({waiting}) => waiting === 'password')
			.map(({id}) => ({id, words: `Terminal ${id} hides what is typed, and waits for it.`})),
		...(project.question === null
			? []
			: [
					{
						id: project.question.id,
						words:
							'This folder has instructions for the model, and you were not asked yet whether they count.',
					},
				]),
	];
}
