import type {SessionId} from '../source/events/ids.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Open an earlier session',
	usage: '[id]',
	run: argument =>
		argument === ''
			? [{type: 'list-sessions'}]
			: [{type: 'open-session', session: argument as SessionId}],
} satisfies SlashCommand;
