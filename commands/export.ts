import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Write this session to a Markdown or JSON file',
	usage: '[file.md|file.json]',
	// `path` is empty if no name was typed; then the engine chooses a name that is free.
	run: path => [{type: 'export-session', path}],
} satisfies SlashCommand;
