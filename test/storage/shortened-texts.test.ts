import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {holderOfPort} from '../../source/platform/port-holder.ts';
import {readableArguments} from '../../source/proxy/translate/ask-back.ts';
import {failureOfStatus} from '../../source/proxy/translate/provider-error.ts';
import {call as callItem} from '../../source/state/items/call.ts';
import {firstWords} from '../../source/state/session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {shortenOutput} from '../../source/terminal/shorten-output.ts';
import {createTextScanner} from '../../source/terminal/text-scanner.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import {checkInput} from '../../source/tools/check-input.ts';
import {shownLine} from '../../source/tools/search-request.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from '../tools/tool-harness.ts';
import {open} from '../turn/turn-harness.ts';

// Built from pieces, so that no search for secrets finds one in this file.
const secret = `ghp_${'a1B2'.repeat(9)}`;
const redactor = createRedactor();

type Place = {
	readonly what: string;
	/** Where the text is cut, or near it. */
	readonly at: number;
	readonly shorten: (text: string) => string | Promise<string>;
};

const places: readonly Place[] = [
	{what: 'a line that a search has found', at: 400, shorten: shownLine},
	{what: 'a long line of a file', at: 60_000, shorten: readLine},
	{what: 'what a change of a file says it changed', at: 20_000, shorten: changeFile},
	{what: 'an argument that does not fit', at: 80, shorten: refuseArgument},
	{
		what: 'the beginning of a long output',
		at: 2000,
		shorten: text => shortenOutput({head: text, omittedBytes: 0, tail: ''}, 1000).text,
	},
	{
		what: 'the end of a long output',
		at: -2000,
		shorten: text => shortenOutput({head: text, omittedBytes: 0, tail: ''}, 1000).text,
	},
	{what: 'output that was waited for', at: 500, shorten: waitFor},
	{
		what: 'a call that nobody can read',
		at: 4000,
		shorten: raw => readableArguments({arguments: {type: 'text', text: raw}, raw} as never),
	},
	{what: 'the card of such a call', at: 400, shorten: cardOf},
	{what: 'an exported result', at: 20_000, shorten: exportResult},
	{
		what: 'why a provider refuses',
		at: 2000,
		shorten: message =>
			failureOfStatus({
				provider: 'one',
				status: 400,
				body: JSON.stringify({error: {message}}),
			}).message,
	},
	{
		what: 'why a provider refuses, in plain words',
		at: 300,
		shorten: body => failureOfStatus({provider: 'one', status: 400, body}).message,
	},
	{what: 'the title of a session', at: 60, shorten: firstWords},
];

it.each(places)('no half of a secret is left in $what, wherever it is cut', async place => {
	for (let within = 1; within < secret.length; within += 7) {
		const text = textAround(place.at, within);
		const shortened = await place.shorten(text);
		expect(shortened.length).toBeLessThan(text.length);
		expect(shortened).toContain('word');
		expect(redactor.text(shortened), `cut ${within} characters into it`).not.toMatch(/ghp_|1B2/);
	}
});

/** Words, and the secret again and again around the place at which the text is cut. */
function textAround(at: number, within: number): string {
	const secrets = `${secret} word `.repeat(30);
	const words = 'word '.repeat(20_000);
	const before = `${words.slice(0, Math.max(5, Math.abs(at) - 300))}${'x'.repeat(within)}`;
	return at > 0 ? `${before} ${secrets}${words}` : `${words}${secrets} ${before}`;
}

async function readLine(text: string): Promise<string> {
	const cwd = temporaryFolder();
	writeFileSync(join(cwd, 'a'), text);
	return (await tools({cwd}).result('read_file', {path: 'a'}))['content'];
}

async function changeFile(content: string): Promise<string> {
	const {context} = tools({cwd: temporaryFolder()});
	const tool = createCatalogue().find('write_file')!;
	const input = {path: 'a', content};
	const preview = await tool.preview!(input, context);
	const outcome = await tool.run(input, {
		...context,
		...(preview.ok && preview.value && {preview: preview.value}),
	});
	return outcome.status === 'ok' ? String(outcome.result['diff']) : '';
}

function refuseArgument(text: string): string {
	const parameters = {type: 'object', properties: {lines: {type: 'number'}}};
	const checked = checkInput(parameters, {lines: text});
	return checked.ok ? '' : checked.failure.message;
}

function waitFor(text: string): string {
	const scanner = createTextScanner({type: 'regex', source: 'word.*', flags: ''});
	const scan = scanner.lookIn(text);
	return scan.status === 'found' ? scan.match : '';
}

function exportResult(output: string): string {
	const outcome = {status: 'ok', result: {output}};
	const record = {tool: 'x', host: 'local', summary: '', status: {type: 'ended', outcome}};
	return callItem
		.markdown({type: 'call', call: 'c' as CallId}, new Map([['c' as CallId, record as never]]))
		.join('\n');
}

async function cardOf(raw: string): Promise<string> {
	const {turns, model, store} = open([], undefined, {hide: redactor});
	turns.send('go');
	const first = await model.next();
	first.call('count', raw, 'c1');
	first.end('calls');
	const second = await model.next();
	second.end();
	await turns.settled();
	return store.state().calls.get('c1' as CallId)!.summary;
}

it('the process that holds a port is named without a half of a secret', async () => {
	// The first 120 characters are told.
	const server =
		'require("net").createServer().listen(0,function(){console.log(this.address().port)})';
	const filler = 'x'.repeat(110 - `node -e ${server}  `.length);
	const child = spawn(process.execPath, ['-e', server, filler, secret], {
		argv0: 'node',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	try {
		const [line] = await once(child.stdout, 'data');
		const holder = holderOfPort(Number(String(line)));
		expect(holder?.pid).toBe(child.pid);
		expect(holder?.command).toContain(filler);
		expect(holder?.command).not.toContain('ghp_');
	} finally {
		child.kill('SIGKILL');
	}
});
