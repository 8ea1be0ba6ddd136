import {type Ran, runInForeground} from './exec.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Opens the file in the user's editor and waits until it is closed. */
export async function runEditor(
	path: string,
	{env, platform}: {env: Env; platform: NodeJS.Platform},
): Promise<{readonly editor: string; readonly isWell: boolean}> {
	const isWindows = platform === 'win32';
	const editor = env['VISUAL'] || env['EDITOR'] || (isWindows ? 'notepad' : 'vi');
	// A shell splits the variable, since it may include options, as in `code --wait`.
	const ran: Ran = isWindows
		? await runInForeground('cmd.exe', ['/d', '/s', '/c', `${editor} "${path}"`], env)
		: await runInForeground('/bin/sh', ['-c', `${editor} "$1"`, 'sh', path], env);
	return {editor, isWell: ran.status === 'ended' && ran.exitCode === 0};
}
