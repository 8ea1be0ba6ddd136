import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Ask the agent to look around and write AGENTS.md for this folder',
	run: () => [
		{
			type: 'send',
			text: 'Look at this folder: what it is, how it is built, tested and run. Then write an AGENTS.md there that tells a newcomer just that, in at most 40 lines; if there is one, bring it up to date.',
		},
	],
} satisfies SlashCommand;
