import type {DoctorCheck} from '../../events/query.ts';
import type {ProviderSettings} from '../../events/settings.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliContext} from '../context.ts';
import {ok, warn} from './check.ts';

const timeoutMs = 3000;

/**
 * Checks whether the address of each provider answers. It sends neither a key nor a request to a
 * model.
 */
export function checkReach(cli: CliContext): Promise<readonly DoctorCheck[]> {
	const {providers} = readSettings(cli.folders.config).settings;
	return Promise.all(
		providers.flatMap(provider =>
			provider.baseUrl === undefined ? [] : [knock(provider, provider.baseUrl)],
		),
	);
}

async function knock({name}: ProviderSettings, baseUrl: string): Promise<DoctorCheck> {
	const check = `reach ${name}`;
	if (!URL.canParse(baseUrl)) {
		return warn(check, 'its baseUrl is no address', 'mend it with: agent-tui config edit');
	}
	const {host} = new URL(baseUrl);
	try {
		const signal = AbortSignal.timeout(timeoutMs);
		const answer = await fetch(baseUrl, {method: 'HEAD', redirect: 'manual', signal});
		await answer.body?.cancel();
		return ok(check, `${host} answers`);
	} catch (error) {
		return warn(
			check,
			`${host} does not answer (${reasonOf(error)})`,
			'is it running, and is its baseUrl right? Behind a proxy, HTTPS_PROXY is not used here',
		);
	}
}

function reasonOf(error: unknown): string {
	const {cause, name} = error as {cause?: {code?: string; message?: string}; name?: string};
	return name === 'TimeoutError'
		? `nothing within ${timeoutMs} ms`
		: (cause?.code ?? cause?.message ?? String(error));
}
