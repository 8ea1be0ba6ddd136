import type {HelpCommand} from '../overlays/help-lines.ts';
import type {InputPorts} from './input-ports.ts';

/**
 * Lists the built-in commands and the user's own, for the help. Of two with the same name, the
 * built-in one is listed.
 */
export function helpCommands({
	commands,
	promptCommands,
}: Pick<InputPorts, 'commands' | 'promptCommands'>): readonly HelpCommand[] {
	const builtIn = Object.entries(commands).map(([name, {summary, usage}]) => ({
		name,
		summary,
		...(usage && {usage}),
	}));
	const own = promptCommands
		.filter(command => !(command.name in commands))
		.map(({name, summary, usage}) => ({name, summary, ...(usage && {usage})}));
	return [...builtIn, ...own];
}
