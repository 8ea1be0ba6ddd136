import {timeOfDay} from '../platform/time-words.ts';
import type {SidecarRecord} from './sidecar.ts';

/** Describes a record in one line, for people. */
export function describeRecord({at, type, ...fields}: SidecarRecord): string {
	return `${timeOfDay(at)}  ${type.padEnd(14)}  ${words({type, ...fields})}`.trimEnd();
}

/** True if the record reports a failure. */
export function isFailedRecord({type, ...fields}: SidecarRecord): boolean {
	switch (type) {
		case 'error':
			return true;
		case 'model.response':
			return fields['failure'] !== undefined;
		case 'tool.run':
			return textAt(fields, 'outcome', 'status') !== 'ok';
		case 'proxy.exchange':
			return (
				fields['failure'] !== undefined ||
				attemptsOf(fields).some(({status}) => status !== 'answered')
			);
		default:
			return false;
	}
}

export function words({type, ...fields}: Pick<SidecarRecord, 'type'> & Fields): string {
	switch (type) {
		case 'model.request':
			return `#${fields['request']} ${textAt(fields, 'body', 'model')}, ${countAt(fields, 'body', 'input')} items, ${countAt(fields, 'body', 'tools')} tools`;
		case 'model.response':
			return `#${fields['request']} ${fields['finish']}, first ${fields['firstPartMs'] ?? '-'} ms, all ${fields['totalMs'] ?? '-'} ms, ${countAt(fields, 'chunks')} chunks${usageOf(fields)}${failureOf(fields)}`;
		case 'proxy.exchange':
			return `#${fields['request']} ${attemptsOf(fields).map(describeAttempt).join('; ') || 'what the proxy sent and heard'}${failureOf(fields)}`;
		case 'tool.run':
			return `${fields['tool'] ?? ''} on ${fields['host'] ?? ''}: ${textAt(fields, 'outcome', 'status')} after ${fields['durationMs']} ms  ${short(fields['arguments'])}`;
		case 'call.repaired':
			return `${fields['tool']}: ${fields['mended']}`;
		case 'error':
			return `${fields['where']}: ${fields['message'] ?? textAt(fields, 'failure', 'message')}`;
		case 'debug.started':
			return `session ${fields['session']}, agent-tui ${fields['version']}, process ${fields['pid']}`;
		case 'debug.stopped':
			return '';
	}
}

type Fields = {readonly [field: string]: unknown};

type Attempt = {
	readonly provider?: string;
	readonly model?: string;
	readonly status?: string;
	readonly totalMs?: number;
	readonly notices?: readonly string[];
};

const shortLength = 120;

function describeAttempt({provider, model, status, totalMs, notices = []}: Attempt): string {
	const changed = notices.length === 0 ? '' : `, changed: ${notices.join(' ')}`;
	return `${provider}/${model} ${status} after ${totalMs} ms${changed}`;
}

function attemptsOf(fields: Fields): readonly Attempt[] {
	const attempts = fields['attempts'];
	return Array.isArray(attempts) ? attempts : [];
}

function usageOf(fields: Fields): string {
	const usage = fields['usage'] as {inputTokens?: number; outputTokens?: number} | undefined;
	return usage ? `, ${usage.inputTokens} tokens in, ${usage.outputTokens} out` : '';
}

function failureOf(fields: Fields): string {
	const message = textAt(fields, 'failure', 'message');
	return message === '' ? '' : `: ${message}`;
}

function textAt(fields: Fields, ...path: readonly string[]): string {
	const value = at(fields, path);
	return typeof value === 'string' ? value : '';
}

function countAt(fields: Fields, ...path: readonly string[]): number {
	const value = at(fields, path);
	return Array.isArray(value) ? value.length : 0;
}

function at(value: unknown, [name, ...rest]: readonly string[]): unknown {
	return name === undefined ? value : at((value as Fields | undefined)?.[name], rest);
}

function short(value: unknown): string {
	const text = (JSON.stringify(value) ?? '').replace(/\s+/g, ' ');
	return text.length > shortLength ? `${text.slice(0, shortLength)}…` : text;
}
