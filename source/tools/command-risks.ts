import type {RiskFacts} from '../events/authorization.ts';
import {pathAsWritten} from './resolved-path.ts';
import type {ToolContext} from './tool.ts';

type Command = {
	readonly line: string;
	readonly shell?: unknown;
	readonly workdir?: unknown;
	readonly isLogin?: boolean;
};

/**
 * Collects the risks of a command. Rules can judge a command line only if a known shell runs it in
 * a known folder.
 */
export function commandRisks(command: Command, context: ToolContext): RiskFacts {
	const doubt = doubtOf(command, context);
	const {workdir} = command;
	const folder = workdir === undefined ? null : pathAsWritten(workdir, context).path;
	return {
		command: command.line,
		...(folder !== null && {folder}),
		...(doubt !== null && {doubt}),
	};
}

function doubtOf(command: Command, context: ToolContext): string | null {
	if (command.shell !== undefined && !isSystemShell(command.shell)) {
		return `it runs in ${String(command.shell)}`;
	}
	if (command.shell === undefined && !isKnown(context.shell ?? 'sh')) {
		return `it runs in ${context.shell}`;
	}
	if (command.workdir !== undefined && !pathAsWritten(command.workdir, context).isInside) {
		return 'it runs outside the workspace';
	}
	return command.isLogin === true ? 'it runs in a login shell' : null;
}

/**
 * Shells whose syntax the command parser was tested against; others may read a line differently.
 */
const knownShells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash']);

/** Whether the shell is known by its name. The user's own shell may have any path. */
function isKnown(path: string): boolean {
	return knownShells.has(path.split('/').at(-1) ?? '');
}

/** Whether the shell is one of the system's, as one that the model names must be. */
function isSystemShell(shell: unknown): boolean {
	const found = /^(?:\/(?:usr\/)?bin\/)?(\w+)$/.exec(String(shell));
	return found !== null && knownShells.has(found[1]!);
}
