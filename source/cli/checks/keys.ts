import type {DoctorCheck} from '../../events/query.ts';
import {keyProblems} from '../../front-ends/key-problems.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliContext} from '../context.ts';
import {ok, warn} from './check.ts';

/** Checks the user's own keys: unknown names, invalid chords, and conflicts. */
export function checkKeys(cli: CliContext): readonly DoctorCheck[] {
	const {settings} = readSettings(cli.folders.config);
	const problems = keyProblems(settings);
	const own = Object.keys(settings.keys).length;
	return problems.length === 0
		? [ok('keys', own === 0 ? 'the built-in ones' : `${own} of yours, all understood`)]
		: problems.map(message => warn('keys', message, 'change "keys" with: agent-tui config edit'));
}
