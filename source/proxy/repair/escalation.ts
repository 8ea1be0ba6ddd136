import {isJsonObject, parseJson} from '../../events/json.ts';
import type {Attempt, Mended} from './attempt.ts';

const names: ReadonlySet<string> = new Set([
	'requireescalation',
	'requestescalation',
	'requestescalationpermission',
	'requestpermission',
	'escalation',
]);

/** Whether the attempt asks for more permissions in a notation of the model's own. */
export function isEscalation({name, format}: Attempt): boolean {
	return format === 'escalation' || (name !== null && names.has(plainName(name)));
}

/**
 * Reads what the model asks for, as far as it says so. Nothing of it is run: it becomes a question
 * to the user.
 */
export function readEscalation({arguments: written}: Attempt): Mended {
	const said = new Map<string, string>();
	if (written.type === 'fields') {
		for (const {name, text} of written.fields) {
			said.set(plainName(name), text);
		}
	} else {
		readBody(written.text, said);
	}
	const pick = (keys: readonly string[]) =>
		keys.map(key => said.get(key)?.trim()).find(text => text !== undefined && text !== '') ?? null;
	return {
		type: 'escalation',
		command: pick(['cmd', 'command', 'script']),
		reason: pick(['reason', 'justification', 'why', 'explanation', 'message', 'body']),
	};
}

/** Reads the fields of the request from its body, which may be JSON, tags or plain words. */
function readBody(text: string, said: Map<string, string>): void {
	const parsed = parseJson(text);
	if (isJsonObject(parsed)) {
		for (const [name, value] of Object.entries(parsed)) {
			said.set(plainName(name), typeof value === 'string' ? value : JSON.stringify(value));
		}
		return;
	}
	let rest = text;
	for (const [all, name = '', inner = ''] of text.matchAll(/<(\w{1,40})>([^<]*)<\/\1>/g)) {
		said.set(plainName(name), inner);
		rest = rest.replace(all, '');
	}
	said.set('body', rest.replace(/<[^<>]*>/g, '').trim());
}

function plainName(name: string): string {
	return name.replace(/[-_\s]/g, '').toLowerCase();
}
