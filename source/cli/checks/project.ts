import {readProject} from '../../engine/project/read-project.ts';
import type {DoctorCheck} from '../../events/query.ts';
import {localFiles} from '../../platform/local-files.ts';
import {createSecrets} from '../../platform/secret-places.ts';
import {fileWords} from '../../state/project.ts';
import {openTrustBook} from '../../storage/trust.ts';
import type {CliContext} from '../context.ts';
import {ok} from './check.ts';

/**
 * Checks the instruction files of this folder. Anybody may have written them, so the model gets
 * them only after a person has trusted them.
 */
export async function checkProject({cwd, folders}: CliContext): Promise<readonly DoctorCheck[]> {
	const {folder, files} = await readProject(cwd, {
		files: localFiles,
		signal: AbortSignal.timeout(limitMs),
		secrets: createSecrets(Object.values(folders)),
	});
	if (files.length === 0) {
		return [];
	}
	const trusted = openTrustBook(folders.state).of(folder);
	const isTrusted =
		!trusted.isRefused && files.every(({name, digest}) => trusted.files[name] === digest);
	const what = `${folder} has ${files.map(fileWords).join(', ')}`;
	return [
		ok(
			'instructions',
			isTrusted
				? `${what}; you trust them, so the model is told them`
				: `${what}; they are not trusted, so the model is not told them (agent-tui asks in this folder)`,
		),
	];
}

const limitMs = 5000;
