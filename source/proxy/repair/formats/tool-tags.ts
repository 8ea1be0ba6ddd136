import type {OfferedTool, WrittenArguments, WrittenField} from '../attempt.ts';
import {propertiesOf, requiredOf} from '../find-tool.ts';
import {collectUntil} from './collect-until.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import type {Opener} from './opener.ts';
import {isKnown} from './pythonic.ts';
import {withoutEdges} from './tag-fields.ts';

const shellTags: readonly string[] = [
	...['bash', 'shell', 'sh', 'execute_bash', 'execute_command', 'run_command'],
	...['run_shell_command', 'run_bash', 'terminal'],
];
const escalationTags: readonly string[] = [
	...['require_escalation', 'request_escalation_permission', 'request_escalation'],
];

/** Formats with blocks that are named after a tool or an action. */
export const toolTagFormats: readonly Format[] = [
	{
		id: 'escalation',
		title: 'A request for more rights',
		trust: 'plain-tag',
		opener: '<require_escalation>, <request_escalation_permission>',
		closer: 'its closing tag, an empty line, or the end of the reply',
		grammar: 'Tags, JSON, attributes or plain words: what is to be run, and why.',
		sample:
			'<require_escalation>\n<command>apt install jq</command>\n<reason>It needs root.</reason>\n</require_escalation>',
		opens: escalationTags.map((tag): Opener => ['<', tag, {ahead: ' \\t\\r\\n>/'}]),
		collect: opened => collectUntil({closers: [`</${tagOf(opened)}>`], mayStayOpen: true}, opened),
		calls: ({raw, isWhole}) =>
			isRequest(raw)
				? [{name: tagOf(raw), arguments: escalationOf(raw), isWhole, end: raw.length}]
				: [],
	},
	{
		id: 'tool-tag',
		title: 'Tags that are named as tools (Cline, Roo Code)',
		trust: 'plain-tag',
		opener: '<NAME> of a tool on offer',
		closer: '</NAME>',
		grammar: 'A tag for each argument, JSON, or the text of the only argument.',
		sample: '<get_weather>\n<city>Oslo</city>\n</get_weather>',
		opens: [],
		opensWith: tool => [['<', tool, '>']],
		collect: opened => collectUntil({closers: [`</${tagOf(opened)}>`]}, opened),
		calls: written => {
			const tool = written.tools.find(({name}) => name === tagOf(written.raw));
			return tool && isBlock(written) && (fits(written, tool) || isBegun(written, tool))
				? [blockCall(written, propertiesOf(tool))]
				: [];
		},
	},
	{
		id: 'bash-block',
		title: 'A block of shell',
		trust: 'plain-tag',
		opener: '<bash>, <shell>, <execute_command> and the like',
		closer: 'its closing tag',
		grammar: 'The command line, or <command> or <cmd> around it, or JSON.',
		sample: '<bash>\nls -la\n</bash>',
		opens: shellTags.map((tag): Opener => ['<', tag, '>']),
		collect: opened => collectUntil({closers: [`</${tagOf(opened)}>`]}, opened),
		calls: written =>
			isKnown(tagOf(written.raw), written.tools) && isBlock(written)
				? [blockCall(written, ['cmd', 'command', 'workdir', 'timeout', 'description'])]
				: [],
	},
	{
		id: 'explore-agent',
		title: 'A block for an agent that explores',
		trust: 'plain-tag',
		opener: '<explore_agent>',
		closer: '</explore_agent>',
		grammar: 'What to look at: words, tags or JSON.',
		sample: '<explore_agent>\n{"url": "https://example.org/"}\n</explore_agent>',
		opens: [['<explore_agent>']],
		collect: opened => collectUntil({closers: ['</explore_agent>']}, opened),
		calls: written =>
			isBlock(written) ? [blockCall(written, ['url', 'query', 'prompt', 'task', 'path'])] : [],
	},
];

function tagOf(raw: string): string {
	return /^<([\w.:-]{1,120})/.exec(raw)?.[1] ?? '';
}

/**
 * Whether the tag is a block. If it is only mentioned, the sentence continues, and no tag closes
 * it.
 */
function isBlock({raw, isWhole}: Written): boolean {
	return isWhole || /^<[\w.:-]+>\s*(?:\n|\{|<)/.test(raw);
}

/**
 * Whether the tag is closed, or stands alone on its line. If words follow it, it is only mentioned.
 */
function isRequest(raw: string): boolean {
	return raw.includes(`</${tagOf(raw)}>`) || /^<[^<>]*>[ \t]*(?:\r?\n|$|[<{])/.test(raw);
}

function bodyOf(raw: string): string {
	const body = raw.replace(/^<[^<>]*>/, '');
	const closer = `</${tagOf(raw)}>`;
	return body.trimEnd().endsWith(closer) ? body.trimEnd().slice(0, -closer.length) : body;
}

function blockCall(written: Written, names: readonly string[]): WrittenCall {
	const {raw, isWhole} = written;
	return {name: tagOf(raw), arguments: blockArguments(raw, names), isWhole, end: raw.length};
}

function blockArguments(raw: string, names: readonly string[]): WrittenArguments {
	const body = bodyOf(raw);
	const fields = childFields(body, names);
	if (fields !== null && (fields.length > 0 || names.length === 0)) {
		return {type: 'fields', fields};
	}
	return body.trim().startsWith('{')
		? {type: 'json', text: body.trim()}
		: {type: 'body', text: withoutEdges(body)};
}

/**
 * Returns the tags in the body as fields; null if it holds something else, or an unknown argument.
 */
function childFields(body: string, names: readonly string[]): readonly WrittenField[] | null {
	const fields: WrittenField[] = [];
	const open = /\s*<([\w.-]{1,120})>/y;
	while (open.lastIndex < body.trimEnd().length) {
		const found = open.exec(body);
		const name = found?.[1] ?? '';
		const close = found ? closeOf(body, {name, from: open.lastIndex, names}) : -1;
		if (!names.includes(name) || close < 0) {
			return null;
		}
		const begin = found!.index + found![0].length;
		fields.push({name, text: withoutEdges(body.slice(begin, close))});
		open.lastIndex = close + name.length + 3;
	}
	return fields;
}

/**
 * Returns the position of the closing tag; -1 if there is none. It counts only if another argument
 * begins after it, or nothing follows.
 */
function closeOf(
	body: string,
	{name, from, names}: {name: string; from: number; names: readonly string[]},
): number {
	const close = `</${name}>`;
	for (let at = body.indexOf(close, from); at >= 0; at = body.indexOf(close, at + 1)) {
		const next = /^\s{0,200}(?:$|<([\w.-]{1,120})>)/.exec(
			body.slice(at + close.length, at + close.length + 400),
		);
		if (next && (next[1] === undefined || names.includes(next[1]))) {
			return at;
		}
	}
	return -1;
}

/** Whether a block that was cut off is, as far as it goes, a call of the tool. */
function isBegun({raw, isWhole}: Written, tool: OfferedTool): boolean {
	const first = /^<[^<>]*>\s{0,200}<([\w.-]{1,120})>/.exec(raw)?.[1] ?? '';
	return !isWhole && (isOurName(tool) || propertiesOf(tool).includes(first));
}

/** Whether the content is what the tool takes, since the tag may happen to be HTML. */
function fits({raw}: Written, tool: OfferedTool): boolean {
	const body = bodyOf(raw);
	const fields = childFields(body, propertiesOf(tool));
	if (fields !== null && fields.length > 0) {
		return true;
	}
	if (body.trim() === '') {
		return isOurName(tool) && requiredOf(tool).length === 0;
	}
	const takesText = tool.form === 'custom' || requiredOf(tool).length === 1 || isShell(tool);
	const isText = !body.trim().startsWith('<');
	return isOurName(tool) && (body.trim().startsWith('{') || (takesText && isText));
}

/** Whether no HTML element has this name. */
function isOurName(tool: OfferedTool): boolean {
	return /[_-]/.test(tool.name) || isShell(tool);
}

function isShell({name}: OfferedTool): boolean {
	return shellTags.includes(name.toLowerCase());
}

function escalationOf(raw: string): WrittenArguments {
	const tag = /^<[^<>]{0,2000}>/.exec(raw)?.[0] ?? '';
	const attributes = [...tag.matchAll(/([\w-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
	return attributes.length > 0
		? {
				type: 'fields',
				fields: attributes.map(([, name, double, single]) => ({
					name: name!,
					text: double ?? single ?? '',
				})),
			}
		: {type: 'body', text: bodyOf(raw).trim()};
}
