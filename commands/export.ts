import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Write this session to a Markdown or JSON file',
	usage: '[file.md|file.json]',
	run: (argument, {state}) => [
		{type: 'export-session', path: argument || `${state.session.id ?? 'session'}.md`},
	],
} satisfies SlashCommand;
