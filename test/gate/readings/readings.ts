import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {decide} from '../../../source/gate/decide.ts';
import {allDeedsOf} from '../../../source/gate/deeds.ts';
import {dangers} from '../../../source/gate/shell/dangers.ts';
import {withMadeHere} from '../../../source/gate/shell/made-here.ts';
import {readScript, type SimpleCommand, type Word} from '../../../source/gate/shell/script.ts';
import {scriptsOf} from '../../../source/gate/shell/scripts.ts';
import {sightWords} from '../../../source/gate/shell/sight-words.ts';

const place = {cwd: '/home/me/project', workspace: '/home/me/project', home: '/home/me'};
const session: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};

export const readingsFile = join(import.meta.dirname, 'readings.txt');

/** Each line of the file: a command line as JSON, a tab, and its reading. */
export function recordedReadings(): readonly (readonly [line: string, reading: string])[] {
	return readFileSync(readingsFile, 'utf8')
		.split('\n')
		.filter(row => row !== '')
		.map(row => {
			const at = row.indexOf('\t');
			return [JSON.parse(row.slice(0, at)) as string, row.slice(at + 1)];
		});
}

/** All that the gate says of a line, in one row. */
export function readingOf(line: string): string {
	const script = withMadeHere(readScript(line), place);
	const names = new Set(script.commands.map(({words}) => words[0]?.text ?? ''));
	const uncertain = new Set(script.unseen.map(sightWords));
	const allowing = [...names].map(match => rule(match, 'allow'));
	const granted = decided(line, [], [session]);
	const denying = [rule('rm', 'deny'), rule('git push', 'deny')];
	const others = {
		allowed: decided(line, allowing, []),
		denied: decided(line, denying, [session]),
	};
	const parts: Readonly<Record<string, readonly string[]>> = {
		runs: script.commands.map(commandWords),
		unseen: script.unseen,
		hidden: script.hidden,
		writes: script.writes.map(({target, how, from}) => `${how} ${target}${folders(from)}`),
		reads: script.reads.map(({target, from}) => target + folders(from)),
		given: script.given.map(({name, text}) => `${name}=${text}`),
		changes: script.isChanged ? ['yes'] : [],
		scripts: scriptsOf(line, place),
		deeds: allDeedsOf(script, place).map(({act, extent}) => `${act} ${extent}`),
		dangers: dangers(line, place).filter(danger => !uncertain.has(danger)),
		granted: [granted],
		...Object.fromEntries(
			Object.entries(others)
				.filter(([, decision]) => decision !== granted)
				.map(([name, decision]) => [name, [decision.replace(/: .*/s, '')]]),
		),
	};
	return Object.entries(parts)
		.filter(([, all]) => all.length > 0)
		.map(([name, all]) => `${name} ${JSON.stringify(all).slice(1, -1)}`)
		.join('; ');
}

function rule(match: string, then: 'allow' | 'deny'): PermissionRule {
	return {scope: 'shell', match, then};
}

function decided(line: string, rules: readonly PermissionRule[], grants: readonly Grant[]): string {
	const decision = decide(
		{scope: 'shell', host: localHost, tool: 'x', summary: line, exposure: {command: line}},
		{rules, grants, now: 0, place},
	);
	const why = decision.type === 'ask' ? decision.why : decision.type === 'deny' && decision.reason;
	return [decision.type, why].filter(Boolean).join(': ');
}

/** What is not known of a word stands behind it: `?` its text, `*` how many it is; `#` is a number. */
function wordText({text, isSeen, isSplit, isNumber}: Word): string {
	return `${text}${isSeen ? '' : '?'}${isSplit ? '*' : ''}${isNumber ? '#' : ''}`;
}

function commandWords({words, isPiped, isPossible, input, from}: SimpleCommand): string {
	const signs = `${isPiped ? '| ' : ''}${isPossible ? 'maybe ' : ''}`;
	const given = input === undefined ? '' : ` < ${wordText(input)}`;
	return signs + words.map(wordText).join(' ') + given + folders(from);
}

function folders(from: SimpleCommand['from']): string {
	return from === undefined || (from?.length === 1 && from[0] === '')
		? ''
		: ` @ ${from === null ? 'anywhere' : from.map(folder => folder || '.').join(' or ')}`;
}
