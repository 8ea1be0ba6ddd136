import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Write this session to a Markdown or JSON file',
	usage: '[file.md|file.json]',
	// Without a name, the engine finds one that no file has.
	run: path => [{type: 'export-session', path}],
} satisfies SlashCommand;
