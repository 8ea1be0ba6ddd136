import type {HelpCommand} from '../overlays/help-lines.ts';
import type {InputPorts} from './input-ports.ts';

/** Built-in and the user's own, as lists and help show them; built-ins win on a clash. */
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
