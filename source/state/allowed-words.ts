import {hourOfDay} from '../platform/time-words.ts';
import type {ToolCall} from './state.ts';

/**
 * Says who or what allowed a call and for how long; this line remains of the call's card. Returns
 * null for a call that was not allowed, or that only read and needed no permission.
 */
export function allowedWords({answer, scope}: Pick<ToolCall, 'answer' | 'scope'>): string | null {
	if (!answer) {
		return null;
	}
	const {verdict, by} = answer;
	switch (verdict.type) {
		case 'once':
			return by === 'rule' && scope === 'read' ? null : onceWords[by];
		case 'session':
			return 'allowed for this session';
		case 'until':
			return `allowed until ${hourOfDay(verdict.until)}`;
		case 'always':
			return 'allowed always';
		default:
			return null;
	}
}

const onceWords: Readonly<Record<NonNullable<ToolCall['answer']>['by'], string | null>> = {
	key: 'allowed once',
	client: 'allowed once, in the client',
	rule: 'allowed by a rule',
	grant: 'allowed by an earlier yes',
	headless: 'allowed by --allow',
	timeout: null,
	interrupt: null,
	host: null,
	repeat: null,
};
