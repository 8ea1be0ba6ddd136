/** `npm run docs`: writes the generated parts of README.md, and docs/, anew from their data. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {commands} from '../commands/index.ts';
import {helpMarkdown} from '../source/cli/help.ts';
import {clientRows} from '../source/cli/use/clients.ts';
import {describeSchema} from '../source/events/check-value.ts';
import {settingKeys, settingRow} from '../source/events/settings.ts';
import {createCatalogue} from '../source/tools/catalogue.ts';
import {type Context, contexts} from '../source/view/actions/contexts.ts';
import {createKeymap} from '../source/view/actions/keymap.ts';
import {faults} from '../source/watchdog/faults.ts';
import {carriedPage} from './docs-carried.ts';
import {execStreamSchema} from './docs-exec.ts';
import {faultsPage} from './docs-faults.ts';
import {formatsPage} from './docs-formats.ts';

const readme = join(import.meta.dirname, '../README.md');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(readme, withGenerated(readFileSync(readme, 'utf8')));
	mkdirSync(join(readme, '../docs'), {recursive: true});
	writeFileSync(join(readme, '../docs/formats.md'), formatsPage());
	writeFileSync(join(readme, '../docs/faults.md'), faultsPage());
	writeFileSync(join(readme, '../docs/carried.md'), carriedPage());
	writeFileSync(join(readme, '../docs/exec-stream.schema.json'), execStreamSchema());
}

/** The page with each part between `<!-- name -->` and `<!-- /name -->` replaced: rows, or words within a row. */
export function withGenerated(page: string): string {
	return Object.entries(parts()).reduce(
		(text, [name, content]) =>
			text.replace(
				new RegExp(`(<!-- ${name} -->)(\n?)[\\s\\S]*?(<!-- /${name} -->)`),
				(_, open: string, line: string, close: string) =>
					`${open}${line}${content.trim()}${line}${close}`,
			),
		page,
	);
}

function parts(): Readonly<Record<string, string>> {
	return {
		keys: keysTable(),
		'slash-commands': slashTable(),
		'command-line': helpMarkdown(),
		clients: clientRows(),
		config: settingsRows(),
		tools: toolsTable(),
		faults: String(faults.length),
	};
}

function keysTable(): string {
	const {keymap} = createKeymap({});
	return (Object.keys(contexts) as Context[])
		.filter(context => keymap.help(context).length > 0)
		.map(context => {
			const rows = keymap.help(context).map(line => `| ${cell(line.chords)} | ${line.words} |`);
			return [`**${capital(contexts[context])}**`, '', '| key | does |', '|---|---|', ...rows].join(
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
