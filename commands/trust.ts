import {isTold} from '../source/state/project.ts';
import type {SlashCommand} from '../source/view/command.ts';

export default {
	summary: "Ask again whether this folder's instructions are read",
	run(_, {state: {project}}) {
		const {facts, question} = project;
		const brought = facts?.files.filter(({by}) => by === 'project') ?? [];
		if (question !== null) {
			return {problem: 'Its card is waiting for an answer already.'};
		}
		if (facts === null || brought.length === 0) {
			return {problem: 'This folder has no AGENTS.md, so there is nothing to trust.'};
		}
		return brought.every(file => isTold(file, facts))
			? {problem: 'This folder is trusted as it is now; /context lists its files.'}
			: [{type: 'ask-trust'}];
	},
} satisfies SlashCommand;
