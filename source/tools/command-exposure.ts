import type {Exposure} from '../events/authorization.ts';
import {placeOf} from './file-place.ts';
import type {ToolContext} from './tool.ts';

type Command = {
	readonly line: string;
	readonly shell?: unknown;
	readonly workdir?: unknown;
	readonly isLogin?: boolean;
};

/** A command line says what happens only where a known shell reads it, and in a known folder. */
export function commandExposure(command: Command, context: ToolContext): Exposure {
	const doubt = doubtOf(command, context);
	const {workdir} = command;
	const folder = workdir === undefined ? null : placeOf(workdir, context).path;
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
	if (command.workdir !== undefined && !placeOf(command.workdir, context).isInside) {
		return 'it runs outside the workspace';
	}
	return command.isLogin === true ? 'it runs in a login shell' : null;
}

/** Those that the reading of command lines is held against by test; no other one is known to agree. */
const knownShells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash']);

/** The user's own shell may stand anywhere. */
function isKnown(path: string): boolean {
	return knownShells.has(path.split('/').at(-1) ?? '');
}

/** A shell that a model names has to be one of the system's. */
function isSystemShell(shell: unknown): boolean {
	const found = /^(?:\/(?:usr\/)?bin\/)?(\w+)$/.exec(String(shell));
	return found !== null && knownShells.has(found[1]!);
}
