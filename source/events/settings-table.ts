import {efforts} from './effort.ts';
import {
	anyObject,
	anyText,
	eitherOf,
	filledText,
	listOf,
	mapOf,
	numberFrom,
	oneOfWords,
	type SchemaOf,
	trueOrFalse,
	wholeNumber,
	wholeObjectOf,
} from './schema.ts';
import {provider, route, rule, worker} from './settings-shapes.ts';

/**
 * One setting and everything about it: type, default, description, and when a change takes effect.
 */
export type SettingRow<Value> = {
	readonly schema: SchemaOf<Value>;
	readonly standard: Value;
	/** What the setting does, for the documents and `config list`. */
	readonly words: string;
	/**
	 * Whether a running session adopts a change of the file. If unset, only the next session does.
	 */
	readonly isLive?: true;
	/** Returns the strictest value. It applies while some rules of `config.json` can't be read. */
	readonly cautious?: (value: Value) => Value;
};

/** A setting that may contain a secret. Front ends don't get it. */
type PrivateRow<Value> = SettingRow<Value> & {readonly isPrivate: true};

function row<Value>(
	schema: SchemaOf<Value>,
	standard: NoInfer<Value>,
	words: string,
	more: Pick<SettingRow<NoInfer<Value>>, 'isLive' | 'cautious'> = {},
): SettingRow<Value> {
	return {schema, standard, words, ...more};
}

function privateRow<Value>(made: SettingRow<Value>): PrivateRow<Value> {
	return {...made, isPrivate: true};
}

/** For a permission: it is switched off while some rules of `config.json` can't be read. */
const offWhileBroken = {cautious: () => false} as const;
const live = {isLive: true} as const;

/** The longest delay that Node's timers accept. */
const millisecondsMax = 2_147_483_647;
const milliseconds = wholeNumber(0, millisecondsMax);
const waitMs = wholeNumber(1, millisecondsMax);

/**
 * Every setting of `config.json`, in the order of the documents. Type, defaults, validation,
 * documents and what front ends see all derive from this table.
 */
export const settingsTable = {
	providers: privateRow(row(listOf(provider), [], 'Who answers: a list of providers, see above')),
	routes: row(listOf(route), [], 'Names for models, and which providers are tried for them'),
	model: row(filledText, 'default', 'The model or route of a new session'),
	effort: row(
		oneOfWords(...efforts),
		'default',
		'How much a model of a new session thinks, where its provider has that choice: `/effort`',
	),
	'proxy.port': row(wholeNumber(0, 65_535), 0, 'Port of the proxy; 0 takes any that is free'),
	'proxy.streamIdleMs': row(
		waitMs,
		240_000,
		'How long a stream may be silent, and how long an answer in one piece may take',
	),
	'proxy.firstByteMs': row(
		waitMs,
		60_000,
		'Longest wait for the first byte of a streamed answer; unset, 10 min for a local server',
	),
	'proxy.bufferBytesMax': row(
		wholeNumber(65_536, millisecondsMax),
		8_388_608,
		'How much of one answer is kept in memory',
	),
	'proxy.storeTtlMs': row(milliseconds, 3_600_000, 'How long stored answers are kept'),
	'proxy.autoContinue': row(
		trueOrFalse,
		false,
		'Ask for the rest of a plain text that reached its length limit',
		offWhileBroken,
	),
	'proxy.sameAskedMax': row(
		wholeNumber(0, millisecondsMax),
		30,
		'How often the same request may come in five minutes without anything new; 0: no limit',
	),
	'proxy.consent': row(
		listOf(wholeObjectOf({from: filledText, to: filledText}, {})),
		[],
		'Pairs of providers between which the watchdog may move a route without asking',
		{cautious: () => []},
	),
	'repair.attempts': row(trueOrFalse, true, 'Ask the model again for a call that is broken'),
	'repair.inferFromIntent': row(
		trueOrFalse,
		false,
		'Suggest the call that an answer speaks of; it always asks',
		offWhileBroken,
	),
	'repair.perTurnMax': row(wholeNumber(0), 3, 'How often in one turn'),
	'permissions.rules': row(listOf(rule), [], 'What is allowed, asked and denied for good', {
		isLive: true,
		cautious: rules => rules.filter(({then}) => then !== 'allow'),
	}),
	'permissions.askTimeoutMs': row(milliseconds, 600_000, 'How long a card waits for an answer'),
	'terminals.max': row(wholeNumber(1, 100), 64, 'How many terminals may be open'),
	'terminals.idleExitedMs': row(milliseconds, 300_000, 'When a terminal that ended is closed'),
	'terminals.scrollbackLines': row(wholeNumber(0, 1_000_000), 5000, 'Lines kept of each terminal'),
	'hops.allowAgentForwarding': row(
		trueOrFalse,
		false,
		'Let other machines use your SSH agent',
		offWhileBroken,
	),
	'hops.connectTimeoutMs': row(milliseconds, 10_000, 'How long a connection may take'),
	'hops.persist': row(
		oneOfWords('none', 'tmux'),
		'none',
		'tmux: remote terminals survive a lost connection or a crash, where there is tmux',
	),
	'hops.transport': row(
		oneOfWords('auto', 'built-in', 'ssh'),
		'auto',
		"ssh: always the system's program; auto: only if the built-in client can't connect",
	),
	'monitoring.enabled': row(trueOrFalse, true, 'The watchdog', live),
	'monitoring.tier1': row(trueOrFalse, true, 'It acts by its rules', live),
	'monitoring.tier2': row(trueOrFalse, true, 'It acts by fixes that helped before', live),
	'monitoring.tier3': row(trueOrFalse, false, 'It asks a model for a diagnosis', live),
	'monitoring.provider': row(anyText, '', 'The provider of the diagnosis', live),
	'monitoring.model': row(anyText, '', 'The model of the diagnosis', live),
	'monitoring.healthIntervalMs': row(
		wholeNumber(1000, 600_000),
		5000,
		'Time between looks at the proxy',
		live,
	),
	'monitoring.autoRestartProxy': row(trueOrFalse, true, 'Restart the proxy without asking', {
		...live,
		...offWhileBroken,
	}),
	'monitoring.autoSwitchProvider': row(trueOrFalse, false, 'Switch providers without asking', {
		...live,
		...offWhileBroken,
	}),
	'monitoring.maxMemoryMb': row(wholeNumber(64), 1024, 'Memory of the proxy', live),
	'monitoring.guestMaxMemoryMb': row(
		wholeNumber(64),
		4096,
		'Memory of another agent that was launched here, and all that it started',
		live,
	),
	'monitoring.budgetUsdMonth': row(numberFrom(0), 2, 'Most that diagnoses may cost a month', live),
	'monitoring.notify': row(
		oneOfWords('all', 'important', 'none'),
		'important',
		'What it tells of in the transcript',
		live,
	),
	'engine.process': row(
		oneOfWords('own', 'inside'),
		'own',
		'own: a session goes on when its window closes; inside: it ends with the window',
	),
	'engine.onHangup': row(
		oneOfWords('detach', 'end'),
		'detach',
		'What becomes of a session whose window closes',
	),
	'engine.idleEndMs': row(
		milliseconds,
		1_800_000,
		'When a session ends that nobody looks at and in which nothing runs or waits',
	),
	'notify.command': privateRow(
		row(listOf(filledText), [], 'Program and words, run when a card waits: docs/sessions.md', {
			isLive: true,
			cautious: () => [],
		}),
	),
	'notify.when': row(
		oneOfWords('away', 'always'),
		'away',
		'`always`: also where a screen shows it',
		{isLive: true},
	),
	workers: privateRow(
		row(listOf(worker), [], 'Background workers: a list, see Background workers'),
	),
	mcpServers: privateRow(
		row(anyObject, {}, 'MCP servers by name, written as for any other client: docs/mcp.md'),
	),
	theme: row(filledText, 'default', 'The colours; /theme changes them at once'),
	keys: row(
		mapOf(eitherOf(anyText, listOf(filledText))),
		{},
		'Other key chords, by the name of the action',
	),
	vim: row(trueOrFalse, false, "The composer has vi's keys", live),
	bell: row(trueOrFalse, false, 'Ring when a card waits or a turn ends', live),
	notifications: row(
		trueOrFalse,
		true,
		'Notify when a card waits or a turn ends and the terminal has no focus',
		live,
	),
	debug: row(trueOrFalse, false, 'Record what goes to the model and comes back'),
};
