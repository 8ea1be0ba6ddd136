import type {Presenter} from './session-requests.ts';

/** If it succeeds, the session itself tells every screen which version it runs in. */
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
