import {noSuchCommand, readCommand, runNamed} from '../command.ts';
import {helpCommands} from './help-commands.ts';
import type {InputTools} from './input-tools.ts';
import {withRecent} from './recent.ts';

/** Runs `/name argument`. For an unknown command it only reports the most similar name. */
export function runCommand(tools: InputTools, text: string): boolean {
	const written = readCommand(text);
	const isDone = run(tools, written);
	if (isDone) {
		tools.change({recent: withRecent(tools.ui().recent, `/${written.name}`)});
	}
	return isDone;
}

function run(tools: InputTools, written: ReturnType<typeof readCommand>): boolean {
	const {name, argument} = written;
	const answer = runNamed(tools.commands, written, {
		state: tools.store.state(),
		theme: tools.ui().theme,
		themes: tools.themes,
		now: tools.clock.now(),
	});
	if (answer) {
		if ('problem' in answer) {
			// Use a notice: the status line may be too short for the text, but /notices shows all of it.
			tools.perform({type: 'notify', level: 'warn', text: answer.problem});
			return false;
		}
		for (const intent of answer) {
			tools.perform(intent);
		}
		return true;
	}
	const own = tools.promptCommands.find(prompt => prompt.name === name);
	if (own) {
		tools.perform({type: 'send', text: own.expand(argument.trim())});
		return true;
	}
	const known = helpCommands(tools).map(command => command.name);
	tools.flash(`${noSuchCommand(name, known)} Ctrl+P lists them all.`);
	return false;
}
