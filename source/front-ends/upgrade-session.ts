import type {Presenter} from './session-requests.ts';

/**
 * Hands the session over to the installed version and shows why that failed. After a success the
 * session itself tells all screens.
 */
export async function upgradeSession({
	remote,
	say,
}: Pick<Presenter, 'remote' | 'say'>): Promise<void> {
	if (remote === null) {
		say('info', onlyOwnProcess);
		return;
	}
	say('info', 'Starting the installed version…');
	const done = await remote.upgrade();
	if (!done.ok) {
		const {kind, message} = done.failure;
		say('warn', kind === 'incomplete' ? message : `${message} The session goes on as it was.`);
	}
}

const onlyOwnProcess =
	'This session runs inside this window. Quit, start the new version, and resume the session.';
