/** Which room may import what. ARCHITECTURE.md shows the same table; a test compares them. */
export type Room = {
	readonly sentence: string;
	readonly imports: readonly string[];
	readonly packages: readonly string[];
};

export const rooms: Readonly<Record<string, Room>> = {
	events: {
		sentence:
			'The vocabulary: every event, intent, setting, id and failure, schemas with their one walker, `Live<T>`',
		imports: [],
		packages: [],
	},
	text: {
		sentence: 'Text as cells: widths, styled rows, wrapping, neutralising; pure',
		imports: [],
		packages: [],
	},
	platform: {
		sentence: 'The outside world made passable: clock, ids, child processes, small requests',
		imports: ['events'],
		packages: ['node:child_process', 'node:http', 'node:fs', 'node:net', 'node:stream'],
	},
	state: {
		sentence: "The store, one reducer per slice, selectors; pure but for the store's listeners",
		imports: ['events', 'platform', 'text'],
		packages: [],
	},
	keys: {
		sentence: 'Input bytes to keys and chords, and keys to the bytes that a program expects',
		imports: ['events', 'platform'],
		packages: [],
	},
	gate: {
		sentence:
			'Authorization: `decide` (rules → allow, ask, deny) and `ask` (the question, the answer)',
		imports: ['events', 'platform', 'state'],
		packages: [],
	},
	model: {
		sentence: 'Talks to the proxy and yields parts (text, reasoning, call, usage, end, failure)',
		imports: ['events', 'platform'],
		packages: ['openai'],
	},
	terminal: {
		sentence: 'Sessions over a `Transport`, the headless `Screen`, head-and-tail buffer, local PTY',
		imports: ['events', 'platform', 'text'],
		packages: [
			'node-pty',
			'@xterm/headless',
			'@xterm/addon-unicode11',
			'node:fs',
			'node:module',
			'node:tty',
			'node:vm',
		],
	},
	hop: {
		sentence: 'Chains of SSH connections: a `Transport`, files and exec on a far machine',
		imports: ['events', 'platform', 'text', 'terminal'],
		packages: [
			'ssh2',
			'ssh-config',
			'node-pty',
			'node:fs',
			'node:net',
			'node:stream',
			'node:worker_threads',
		],
	},
	tools: {
		sentence: 'The catalogue: one file per tool with schema, scope, card summary, run',
		imports: ['events', 'platform', 'text', 'terminal'],
		packages: ['node:fs', 'node:vm', 'node:http', 'node:https', 'node:net', 'node:dns'],
	},
	workers: {
		sentence:
			'Background workers: what runs, what their queues hold, and a restart that is verified; only ever reads Redis',
		imports: ['events', 'platform'],
		packages: ['node:net', 'node:stream', 'node:tls'],
	},
	turn: {
		sentence: 'The conversation loop: prompt → model → tool → gate → result → model',
		imports: ['events', 'platform', 'state', 'gate', 'model', 'tools'],
		packages: [],
	},
	proxy: {
		sentence:
			'A model proxy that could stand alone: its server, and the neutral form of all protocols',
		imports: [
			'events',
			'platform',
			'proxy/edge',
			'proxy/process',
			'proxy/route',
			'proxy/translate',
			'proxy/repair',
		],
		packages: ['node:http'],
	},
	'proxy/edge': {
		sentence: 'A thin HTTP edge: who may ask, what is asked, and the answer on its way out',
		imports: ['events', 'platform', 'proxy', 'proxy/route', 'proxy/translate'],
		packages: ['node:http', 'node:net', 'node:zlib'],
	},
	'proxy/route': {
		sentence: 'Upstreams: which one is asked, retries, failover, and what refusals teach',
		imports: ['events', 'platform', 'proxy', 'proxy/translate', 'proxy/repair', 'proxy/practice'],
		packages: [
			'node:http',
			'node:https',
			'node:http2',
			'node:tls',
			'node:fs',
			'node:stream',
			'node:zlib',
		],
	},
	'proxy/translate': {
		sentence: 'Protocols to the neutral form and back, by protocol and direction; pure',
		imports: ['events', 'proxy', 'proxy/repair'],
		packages: [],
	},
	'proxy/repair': {
		sentence: 'Calls that a model wrote as text, found and mended; pure',
		imports: ['events'],
		packages: [],
	},
	'proxy/practice': {
		sentence: 'The built-in model, which answers by rules',
		imports: ['events', 'platform', 'proxy', 'proxy/translate', 'proxy/route'],
		packages: [],
	},
	'proxy/process': {
		sentence: 'What its process is told at the start, and the lines that it tells',
		imports: ['events', 'platform', 'proxy/route', 'proxy/translate'],
		packages: ['node:fs'],
	},
	watchdog: {
		sentence:
			'Signals to incidents to actions with outcomes that were seen; supervisor, probes, meter',
		imports: ['events', 'platform', 'gate'],
		packages: [],
	},
	storage: {
		sentence: 'What survives exit: settings, journal, sessions, history, themes, user commands',
		imports: ['events', 'platform'],
		packages: ['conf', 'node:fs', 'node:zlib'],
	},
	engine: {
		sentence:
			'`createEngine(ports)`: the whole program without a screen; it makes the other rooms work together',
		imports: [
			'events',
			'platform',
			'text',
			'state',
			'gate',
			'model',
			'terminal',
			'tools',
			'turn',
			'storage',
			'watchdog',
			'hop',
			'workers',
			'engine/monitoring',
			'engine/project',
			'engine/remote-hosts',
			'engine/registry',
		],
		packages: ['node:fs'],
	},
	'engine/registry': {
		sentence: 'Where running sessions say how they are reached, for this user alone',
		imports: ['events', 'platform'],
		packages: ['node:fs'],
	},
	'engine/remote-hosts': {
		sentence: 'The other machines of a session: connected, chosen, lost, left, and told of',
		imports: ['events', 'platform', 'text', 'state', 'gate', 'terminal', 'tools', 'hop'],
		packages: [],
	},
	'engine/project': {
		sentence: 'The instructions of a folder: found, read where they lie, trusted or not',
		imports: ['events', 'platform', 'text', 'state', 'storage'],
		packages: [],
	},
	'engine/monitoring': {
		sentence: 'The proxy with everything that watches over it, and how incidents are acted on',
		imports: ['events', 'platform', 'state', 'watchdog'],
		packages: ['node:fs'],
	},
	cli: {
		sentence: 'The words of the command line, and the commands that need no engine',
		imports: [
			'events',
			'platform',
			'text',
			'state',
			'model',
			'terminal',
			'proxy',
			'storage',
			'watchdog',
			'engine',
			'engine/project',
			'engine/registry',
			'front-ends',
			'front-ends/exec',
		],
		packages: ['node:fs', 'node:http', 'node-pty'],
	},
	'front-ends': {
		sentence: 'The one way to open a session, and which front end shows it',
		imports: [
			'events',
			'platform',
			'state',
			'storage',
			'view',
			'engine',
			'engine/remote-hosts',
			'engine/registry',
			'cli',
			'front-ends/screen',
			'front-ends/linear',
			'keys',
		],
		packages: ['node:fs'],
	},
	'front-ends/screen': {
		sentence: 'One session on the whole screen, from the first frame to the last byte',
		imports: [
			'events',
			'platform',
			'state',
			'storage',
			'tools',
			'keys',
			'view',
			'engine',
			'cli',
			'commands',
			'front-ends',
		],
		packages: ['node:fs'],
	},
	'front-ends/linear': {
		sentence: 'One session line by line, its cards as questions: for screen readers',
		imports: [
			'events',
			'platform',
			'text',
			'state',
			'storage',
			'view',
			'engine',
			'cli',
			'commands',
			'front-ends',
		],
		packages: [],
	},
	'front-ends/exec': {
		sentence: 'One message without a person: `agent-tui exec`',
		imports: ['events', 'platform', 'text', 'state', 'storage', 'engine', 'cli', 'front-ends'],
		packages: ['ajv', 'ajv/dist/2020.js', 'node:fs'],
	},
	view: {
		sentence: 'Panes, cards, layout, the painter, theme colours: state in, cells out',
		imports: ['events', 'state', 'keys', 'text', 'platform'],
		packages: ['react', 'ink', 'node:fs'],
	},
};
