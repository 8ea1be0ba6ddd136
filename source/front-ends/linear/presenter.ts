import {commands} from '../../../commands/index.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import type {Presenter} from '../session-requests.ts';
import type {Say} from './linear.ts';
import {type LinearList, overlayLines} from './lists.ts';

/** Shows answers as printed lines, and lists with numbers to choose from. */
export function presenterOf(
	{
		engine,
		session,
		mirror,
		remote,
		readOnly,
	}: Pick<FrontEndSession, 'engine' | 'session' | 'remote' | 'readOnly'> & {
		readonly mirror: Mirror;
	},
	{say, list, leave}: {say: Say; list: LinearList; leave: Presenter['leave']},
): Presenter {
	return {
		query: engine.query,
		session,
		state: mirror.state,
		remote,
		canDetach: remote !== null && readOnly === null,
		say: (_, text) => say(text),
		show(overlay) {
			for (const line of overlayLines(overlay, {list, commands})) {
				say(line);
			}
		},
		leave,
		enterTerminal: terminal =>
			say(
				`Your command runs in terminal ${terminal}. >${terminal} and a text types a line into it.`,
			),
	};
}
