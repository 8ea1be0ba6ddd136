import type {SessionMode} from '../events/session-mode.ts';
import type {Decision, Subject} from './decide.ts';

/** Makes a decision stricter where the mode of the session asks for that, and never laxer. */
export function limitByMode(
	decision: Decision,
	{scope}: Pick<Subject, 'scope'>,
	mode: SessionMode,
): Decision {
	if (scope === null || mode === 'rules' || decision.type === 'deny') {
		return decision;
	}
	if (mode === 'read' && scope !== 'read') {
		const reason = `this session only reads files now (/mode read), and this call needs the scope "${scope}". Only a person can change the mode`;
		return {type: 'deny', by: 'rule', reason};
	}
	return mode === 'ask' && decision.type === 'allow' ? {type: 'ask', by: 'mode'} : decision;
}
