import type {SessionConfigOption, SessionModeState} from '@agentclientprotocol/sdk';
import {efforts, effortWords, isEffort} from '../../events/effort.ts';
import type {EngineIntent} from '../../events/intent.ts';
import {
	isSessionMode,
	modeWords,
	type SessionMode,
	sessionModes,
} from '../../events/session-mode.ts';
import {modelAsked} from '../../state/select.ts';
import type {State} from '../../state/state.ts';

const modeNames = {
	rules: 'By the rules',
	ask: 'Ask each time',
	read: 'Read only',
} as const satisfies Record<SessionMode, string>;

/** The session's mode, for editors that know modes but no other choices. */
export function modeState({session}: State): SessionModeState {
	return {
		currentModeId: session.mode,
		availableModes: sessionModes.map(id => ({
			id,
			name: modeNames[id],
			description: modeWords[id],
		})),
	};
}

/** The choices that an editor offers for a session: mode, model, and how much it thinks. */
export function sessionOptions(state: State): SessionConfigOption[] {
	const {effort} = state.session;
	const model = modelAsked(state);
	const models = state.models.includes(model) ? state.models : [model, ...state.models];
	return [
		{
			type: 'select',
			id: 'mode',
			name: 'Mode',
			description: 'What calls may do at most. No mode allows more than the rules do.',
			category: 'mode',
			currentValue: state.session.mode,
			options: sessionModes.map(value => ({
				value,
				name: modeNames[value],
				description: modeWords[value],
			})),
		},
		{
			type: 'select',
			id: 'model',
			name: 'Model',
			category: 'model',
			currentValue: model,
			options: models.map(value => ({value, name: value})),
		},
		{
			type: 'select',
			id: 'effort',
			name: 'Effort',
			description: 'How much the model thinks, where its provider has that choice',
			category: 'thought_level',
			currentValue: effort,
			options: efforts.map(value => ({value, name: value, description: effortWords[value]})),
		},
	];
}

/** The intent for a choice that was made in the editor; null if there is no such choice. */
export function choiceOf(id: string, value: unknown): EngineIntent | null {
	if (typeof value !== 'string') {
		return null;
	}
	if (id === 'effort') {
		return isEffort(value) ? {type: 'choose-effort', effort: value} : null;
	}
	if (id === 'mode') {
		return isSessionMode(value) ? {type: 'choose-mode', mode: value} : null;
	}
	const slash = value.indexOf('/');
	return id === 'model' && value !== ''
		? {
				type: 'choose-model',
				provider: slash < 0 ? '' : value.slice(0, slash),
				model: value.slice(slash + 1),
			}
		: null;
}

/** Whether the state already shows this choice. */
export function isChosen(state: State, id: string, value: unknown): boolean {
	return sessionOptions(state).some(one => one.id === id && one.currentValue === value);
}
