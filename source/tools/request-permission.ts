import {succeed, type Tool} from './tool.ts';

/**
 * A tool that is not offered to models. Some of them ask for more rights in a format of their own,
 * which is translated into a call of this tool. It runs nothing: the model only gets the answer.
 */
export const requestPermission: Tool = {
	name: 'request_permission',
	description: 'Asks the user for permission to do something that needs more rights.',
	parameters: {
		type: 'object',
		properties: {
			command: {type: 'string', description: 'What it would run.'},
			reason: {type: 'string', description: 'Why that needs more rights.'},
		},
	},
	scope: () => 'shell',
	summaryHasLines: true,
	summary: ({command, reason}) =>
		[
			typeof command === 'string' ? command : 'more rights, without saying for what',
			...(typeof reason === 'string' ? [`reason given: ${reason}`] : []),
		].join('\n'),
	exposure: () => ({raises: 'it asks for more rights than it has'}),
	run: async ({command}) =>
		succeed({
			granted: 'once',
			note:
				typeof command === 'string'
					? 'The user agrees to this command, once. Call a tool to run it; nothing was run yet.'
					: 'The user agrees. Nothing was run yet: call a tool, and say what it is for.',
		}),
};
