import {commands} from '../commands/index.ts';
import {helpMarkdown} from '../source/cli/help.ts';
import {describeSchema} from '../source/events/check-value.ts';
import {settingKeys, settingRow} from '../source/events/settings.ts';
import {createCatalogue} from '../source/tools/catalogue.ts';
import {type Context, contexts} from '../source/view/actions/contexts.ts';
import {createKeymap} from '../source/view/actions/keymap.ts';

/** The generated pages of `docs/` that list what the program has, by file name. */
export function referencePages(): Readonly<Record<string, string>> {
	return {
		'README.md': page('What is where', indexRows()),
		'keys.md': page(
			'Keys',
			'`"keys": {"composer.newline": ["ctrl+j"]}` in `config.json` changes them.',
			keysTable(),
		),
		'commands.md': page(
			'Commands',
			'## In the composer',
			slashTable(),
			'## On the command line',
			helpMarkdown().trim(),
		),
		'settings.md': page(
			'Settings',
			'A name such as `proxy.port` is `{"proxy": {"port": 0}}` in `config.json`.',
			settingsRows(),
		),
		'tools.md': page('Tools that the model has', toolsTable()),
	};
}

function page(title: string, ...parts: readonly string[]): string {
	return `${[`# ${title}`, ...parts, 'This page is written by `npm run docs`.'].join('\n\n')}\n`;
}

/** All generated pages of the folder. A test compares them with the files. */
export const pages: Readonly<Record<string, string>> = {
	'keys.md': 'every key, by where it holds',
	'commands.md': 'slash commands, and the command line',
	'settings.md': 'what `config.json` takes',
	'tools.md': 'what the model may call',
	'editors.md': 'sessions in an editor: Zed, JetBrains, Neovim and others',
	'mcp.md':
		'the tools for other agents: how to add them, who is asked, limits; and the MCP servers of others',
	'mcp-tools.md': 'tools of MCP servers: what is asked, what the model gets, what a server may ask',
	'sessions.md': 'sessions that go on without a screen, and what tells you of them',
	'monitor.md': 'the monitor and the watchdog, as pictures',
	'faults.md': 'what counts as a fault, and what is done about it',
	'formats.md': 'in which forms a tool call written as text is read',
	'clients.md': 'other clients through the proxy, as they were seen to work',
	'carried.md': 'what is carried from one provider’s protocol to another',
	'gate.md': 'how command lines are read, and held against real shells',
	'own-code.md': 'what a library could do and is done here',
	'decisions.md': 'why it is built like this, and which packages it stands on',
	'exec-stream.schema.json': 'what each line of `exec --json` is',
};

function indexRows(): string {
	const rows = Object.entries(pages).map(([name, words]) => `| [${name}](${name}) | ${words} |`);
	return ['| page | tells |', '|---|---|', ...rows].join('\n');
}

function keysTable(): string {
	const {keymap} = createKeymap({});
	return (Object.keys(contexts) as Context[])
		.filter(context => keymap.help(context).length > 0)
		.map(context => {
			const rows = keymap.help(context).map(line => `| ${cell(line.chords)} | ${line.words} |`);
			return [`## ${capital(contexts[context])}`, '', '| key | does |', '|---|---|', ...rows].join(
				'\n',
			);
		})
		.join('\n\n');
}

function slashTable(): string {
	const rows = Object.entries(commands).map(
		([name, {summary, usage}]) => `| \`/${name}${usage ? ` ${cell(usage)}` : ''}\` | ${summary} |`,
	);
	return ['| command | does |', '|---|---|', ...rows].join('\n');
}

function toolsTable(): string {
	const rows = createCatalogue().descriptions.map(
		({name, description}) => `| \`${name}\` | ${cell(description.split(/(?<=\.)\s/)[0] ?? '')} |`,
	);
	return ['| tool | does |', '|---|---|', ...rows].join('\n');
}

function settingsRows(): string {
	const rows = settingKeys.map(key => {
		const {schema, standard, words, isLive} = settingRow(key);
		const cells = [
			`\`${key}\``,
			`\`${JSON.stringify(standard)}\``,
			words,
			describeSchema(schema),
			isLive ? 'at once' : 'in the next session',
		];
		return `| ${cells.map(cell).join(' | ')} |`;
	});
	return ['| setting | default | does | takes | counts |', '|---|---|---|---|---|', ...rows].join(
		'\n',
	);
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
