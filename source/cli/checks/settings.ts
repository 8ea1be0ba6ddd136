import {existsSync, statSync} from 'node:fs';
import {missingNotifier} from '../../engine/notify-waiting.ts';
import type {DoctorCheck} from '../../events/query.ts';
import type {ProviderSettings, Settings} from '../../events/settings.ts';
import {readServerEntries} from '../../mcp-client/server-entry.ts';
import type {Environment} from '../../platform/folders.ts';
import {helper} from '../../platform/programs.ts';
import {loadCommands} from '../../storage/commands.ts';
import {readSettings, settingsPath} from '../../storage/settings.ts';
import type {CliContext} from '../context.ts';
import {fail, ok, warn} from './check.ts';

/** Checks the config file, the user's own commands, and whether each provider has a key. */
export function checkSettings(cli: CliContext): readonly DoctorCheck[] {
	const path = settingsPath(cli.folders.config);
	const {settings, warnings, problem} = readSettings(cli.folders.config);
	const hint = 'mend it with: agent-tui config edit';
	const config = warnings.map(message =>
		message === problem ? fail('config', message, hint) : warn('config', message, hint),
	);
	return [
		...(config.length > 0
			? config
			: [ok('config', existsSync(path) ? path : `none, the defaults apply (${path})`)]),
		...checkRights(path, settings),
		...loadCommands(cli.folders.config).warnings.map(message =>
			warn('commands', message, 'change the file, or delete it'),
		),
		...checkProviders(settings, cli.env),
		...checkNotify(settings, cli.env),
		...checkMcpServers(settings),
	];
}

/** Checks only the entries in the settings; no server is started. */
function checkMcpServers({mcpServers}: Settings): readonly DoctorCheck[] {
	return readServerEntries(mcpServers, 'settings').map(({name, problem}) =>
		problem === null
			? ok(`mcp ${name}`, 'its entry can be read')
			: warn(`mcp ${name}`, problem, 'mend it with: agent-tui config edit'),
	);
}

/**
 * Checks that the notify command exists. It isn't run, because it would report a card that does not
 * exist.
 */
function checkNotify({notify}: Settings, env: Environment): readonly DoctorCheck[] {
	const [program] = notify.command;
	if (program === undefined) {
		return [];
	}
	return helper(program, env) === null
		? [warn('notify', missingNotifier(program), 'agent-tui config set notify.command \'["…"]\'')]
		: [ok('notify', `${program} is told when a card waits and nobody sees it`)];
}

/** Warns if other users can read a file that contains a key. */
function checkRights(path: string, {providers}: Settings): readonly DoctorCheck[] {
	const mode = statSync(path, {throwIfNoEntry: false})?.mode ?? 0;
	return providers.some(({apiKey}) => apiKey) &&
		(mode & 0o077) !== 0 &&
		process.platform !== 'win32'
		? [warn('config', `${path} holds a key and others may read it`, `chmod 600 ${path}`)]
		: [];
}

const usualKeys = [
	'OPENAI_API_KEY',
	'ANTHROPIC_API_KEY',
	'GEMINI_API_KEY',
	'OPENROUTER_API_KEY',
] as const;

function checkProviders({providers}: Settings, env: Environment): readonly DoctorCheck[] {
	if (providers.length > 0) {
		return providers.map(provider => checkKey(provider, env));
	}
	const found = usualKeys.filter(name => env[name]);
	return [
		found.length > 0
			? ok('providers', `none in the config; ${found.join(', ')} is set`)
			: ok(
					'providers',
					'none in the config, and no usual key is set: see "proxy" for what answers',
				),
	];
}

function checkKey(provider: ProviderSettings, env: Environment): DoctorCheck {
	const name = `provider ${provider.name}`;
	const {kind, apiKey, apiKeyEnv, apiKeyCommand} = provider;
	if (apiKeyEnv !== undefined) {
		return env[apiKeyEnv]
			? ok(name, `${kind}, key in ${apiKeyEnv}`)
			: warn(name, `${kind}: ${apiKeyEnv} is not set`, `export ${apiKeyEnv}=… before you start`);
	}
	if (apiKeyCommand !== undefined) {
		return ok(name, `${kind}, key from a command (not run here)`);
	}
	return ok(name, apiKey ? `${kind}, key in the config file` : `${kind}, without a key`);
}
