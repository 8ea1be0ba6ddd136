import type {Incident, IncidentStatus, WatchAction} from '../events/incident.ts';

/** Words for the actions of the watchdog, for the screen, the log and reports. */
export function actionWords(action: WatchAction): string {
	switch (action.type) {
		case 'inline':
			return inlineWords[action.what];
		case 'alert':
			return 'tell you';
		default:
			return actionNames[action.type];
	}
}

const inlineWords = {
	wait: 'wait, then ask again',
	retry: 'ask again',
	resume: 'ask for the rest',
	learn: 'leave out what is refused',
	mend: 'mend the call',
	'ask-back': 'ask the model back',
	'ask-user': 'ask you',
	ignore: 'nothing',
} as const;

const actionNames = {
	'restart-proxy': 'restart the proxy',
	'free-port': 'take another port',
	'check-proxy': 'check the proxy',
	'clean-run-file': 'take the old file away',
	'clear-caps': 'forget what was learned',
	'cool-down': 'let the route rest',
	'switch-route': 'switch the route',
	'raise-timeout': 'wait longer',
	'refresh-keys': 'get the key anew',
} as const;

export const tierWords: Readonly<Record<Incident['tier'], string>> = {
	rule: 'rule',
	'known-fix': 'known fix',
	diagnosis: 'diagnosis',
	user: 'you',
};

export function statusWords(status: IncidentStatus): string {
	switch (status.type) {
		case 'ended':
			return status.outcome;
		case 'countdown':
			return 'about to act';
		default:
			return status.type;
	}
}
