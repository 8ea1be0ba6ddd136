import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: 'Go on in the version that is installed now; what runs goes on',
	run: () => [{type: 'upgrade'}],
} satisfies SlashCommand;
