import type {HopQuestion} from '../../events/hop.ts';
import type {CallId, QuestionId, TerminalId} from '../../events/ids.ts';
import type {TrustQuestion} from '../../events/project.ts';
import {cardQuestion} from '../../state/card-question.ts';
import {coveredWords} from '../../state/grants.ts';
import type {State, ToolCall} from '../../state/state.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {detailOf} from '../../view/cards/card-detail.ts';
import {trustLines, trustTitle} from '../../view/cards/trust-words.ts';
import type {OpenSecretQuestion} from './secrets.ts';

/**
 * A question for the person: about a pending call, an unknown host key, a secret for a host, a
 * secret for a program, or the instructions of a folder.
 */
export type Question =
	| {readonly type: 'call'; readonly id: CallId; readonly call: ToolCall}
	| {readonly type: 'key'; readonly id: QuestionId; readonly key: HostKey}
	| {readonly type: 'secret'; readonly id: QuestionId; readonly secret: OpenSecretQuestion}
	| {readonly type: 'hidden'; readonly id: TerminalId; readonly title: string}
	| {readonly type: 'trust'; readonly id: QuestionId; readonly trust: TrustQuestion};

type Places = Pick<State, 'hops' | 'session'>;
type HostKey = Extract<HopQuestion, {type: 'host-key'}>;

export function questionLines(question: Question, places: Places): readonly string[] {
	switch (question.type) {
		case 'key':
			return keyLines(question.key);
		case 'secret':
			return secretLines(question.secret);
		case 'hidden':
			return [
				revealInRow(`Question: terminal ${question.id} (${question.title}) hides what is typed.`),
			];
		case 'call':
			return callLines(question.call, places);
		case 'trust':
			return [
				revealInRow(`Question: ${trustTitle(question.trust)}`),
				...trustLines(question.trust),
			];
	}
}

function keyLines({host, name, keyType, fingerprint}: HostKey): readonly string[] {
	const words = `Question: is this really ${host}? The ${keyType} key of ${name} is not known here: ${fingerprint}`;
	return [revealInRow(words)];
}

function secretLines({title, instruction, prompt}: OpenSecretQuestion): readonly string[] {
	const words = [`Question: ${title}.`, instruction, prompt].filter(text => text !== '');
	return words.map(revealInRow);
}

/** Everything about a call: what runs, where, the warnings, and what it would change. */
function callLines(call: ToolCall, places: Places): readonly string[] {
	const detail = detailOf(call);
	const lines =
		detail.type === 'diff'
			? [detail.title, ...detail.patch.split('\n')]
			: detail.type === 'text'
				? detail.lines
				: [];
	const {asked, machine, folder} = cardQuestion(call, {
		hops: places.hops,
		home: places.session.home,
	});
	const where = folder === '' ? machine : `${machine}, in ${folder}`;
	const question = `${asked.charAt(0).toLowerCase()}${asked.slice(1)} ${where}?`;
	return [revealInRow(`Question: ${question}`), ...lines];
}

export function answersOf(question: Question): string {
	if (question.type === 'key') {
		return 'Answer yes or no.';
	}
	if (question.type === 'secret') {
		return 'Answer secret, and then type it: it is not shown. Or answer no.';
	}
	if (question.type === 'hidden') {
		return 'Answer secret, and then type it: it is not shown, and goes to that program only. Or answer no, and the program waits.';
	}
	if (question.type === 'trust') {
		return 'Answer yes (until one of these files changes), no (not now), or never. Or go on without them.';
	}
	const {scope, host, tool} = question.call;
	const every = scope === 'shell' ? `every call of ${tool}` : `every ${scope} call`;
	const reach = coveredWords(question.call) ?? every;
	return revealInRow(
		`Answer yes (once), session (${reach} on ${host}, until the end of this session), no, or no and a reason.`,
	);
}
